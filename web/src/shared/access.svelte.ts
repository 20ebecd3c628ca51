/**
 * Whether this browser may change things on the server. A request that needs the password has it
 * asked for, once for all that wait, and then goes on.
 */

import { takeAnswer } from "./firstView";
import type { SessionView } from "./types";

const ROOT = "/api/v1";

class Access {
  session = $state.raw<SessionView | null>(null);
  /** Whether the dialog for the password is open. */
  asking = $state(false);
  #answer: ((given: boolean) => void) | null = null;
  #asked: Promise<boolean> | null = null;

  /** Whether there is something to log out of. */
  get canLogOut(): boolean {
    return Boolean(this.session?.password && this.session.allowed);
  }

  /** Ask the server who this is; one that does not answer is left alone. */
  async load(): Promise<void> {
    const brought = takeAnswer(`${ROOT}/session`) as SessionView | undefined;
    if (brought) {
      this.session = brought;
      return;
    }
    const response = await fetch(`${ROOT}/session`).catch(() => null);
    if (response?.ok) this.session = (await response.json()) as SessionView;
  }

  /** Ask for the password; false if it is not given. */
  ask(): Promise<boolean> {
    this.#asked ??= new Promise<boolean>((resolve) => {
      this.#answer = resolve;
      this.asking = true;
    }).finally(() => {
      this.#asked = null;
    });
    return this.#asked;
  }

  /** End the question. */
  answer(given: boolean): void {
    this.asking = false;
    this.#answer?.(given);
    this.#answer = null;
  }

  /** Send the password; returns what is wrong, or nothing. */
  async logIn(password: string): Promise<string> {
    const response = await post("login", { password });
    if (!response) return "the server does not answer; try again in a moment";
    const body = (await response.json().catch(() => null)) as SessionView | { detail: string };
    if (!response.ok)
      return body && "detail" in body ? body.detail : "the server refused without a reason";
    this.session = body as SessionView;
    return "";
  }

  /** End the session, and start afresh: a closed server then asks for the password. */
  async logOut(): Promise<void> {
    if (await post("logout", {})) location.reload();
  }
}

function post(path: string, body: object): Promise<Response | null> {
  const headers = { "Content-Type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  return fetch(`${ROOT}/${path}`, init).catch(() => null);
}

export const access = new Access();
