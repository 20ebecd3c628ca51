/** The clocks of a game: each side has so much time, and gets some more for every move. */

import type { Player } from "../../shared/types";

/** Minutes for each side, and the seconds that a move adds. */
export interface TimeControl {
  minutes: number;
  increment: number;
}

/** Milliseconds that each side has left. */
export type Times = Record<Player, number>;

export const MINUTES = [1, 3, 5, 10] as const;
export const INCREMENTS = [0, 2, 5] as const;
/** Below this much time tenths of a second are shown. */
const SHORT = 10_000;
const TICK = 100;

/** Write a control as players do: 3+2. */
export function writeControl({ minutes, increment }: TimeControl): string {
  return `${minutes}+${increment}`;
}

export function readControl(text: string | null): TimeControl | null {
  const [, minutes, increment] = /^(\d{1,3}(?:\.\d{1,3})?)[+ ](\d{1,3})$/.exec(text ?? "") ?? [];
  const control = { minutes: Number(minutes), increment: Number(increment) };
  return control.minutes > 0 ? control : null;
}

/** Write a time as a clock shows it. */
export function writeTime(milliseconds: number): string {
  const left = Math.max(0, milliseconds);
  if (left < SHORT) return `0:0${(Math.floor(left / 100) / 10).toFixed(1)}`;
  const seconds = Math.ceil(left / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** How many seconds a machine may take for a move, so that its time lasts for the game. */
export function share(left: number, { increment }: TimeControl): number {
  const seconds = left / 1000;
  return Math.max(0.05, Math.min(seconds / 20 + 0.8 * increment, seconds / 2));
}

export class Clock {
  left = $state.raw<Times>({ X: 0, O: 0 });
  running = $state<Player | null>(null);
  #control: TimeControl | null = null;
  #seen = 0;
  #timer: ReturnType<typeof setInterval> | undefined;
  #onflag: (player: Player) => void;

  constructor(onflag: (player: Player) => void) {
    this.#onflag = onflag;
  }

  /** Set both clocks, to the whole time or to what was left. */
  set(control: TimeControl | null, left: Times | null = null): void {
    this.stop();
    this.#control = control;
    const whole = 60_000 * (control?.minutes ?? 0);
    this.left = left ?? { X: whole, O: whole };
  }

  /** Let the time of a side run, and only that. */
  start(player: Player): void {
    if (!this.#control || this.running === player) return;
    this.stop();
    this.running = player;
    this.#seen = performance.now();
    this.#timer = setInterval(() => this.#tick(), TICK);
  }

  stop(): void {
    if (this.running) this.#tick();
    clearInterval(this.#timer);
    this.running = null;
  }

  /** Reward a move. */
  add(player: Player): void {
    if (!this.#control) return;
    const more = 1000 * this.#control.increment;
    this.left = { ...this.left, [player]: this.left[player] + more };
  }

  #tick(): void {
    const player = this.running;
    if (!player) return;
    const now = performance.now();
    this.left = { ...this.left, [player]: Math.max(0, this.left[player] - (now - this.#seen)) };
    this.#seen = now;
    if (this.left[player] > 0) return;
    this.running = null;
    clearInterval(this.#timer);
    this.#onflag(player);
  }
}
