/** Where the reader is: a path and a query. Every state of a page is in its address. */

import { tick } from "svelte";
import { isEmbedded, readEmbed, stayEmbedded } from "./embedding";
import { writeQuery } from "./query";

export { writeQuery };

interface Route {
  path: string;
  query: URLSearchParams;
  /** Whether the page is shown in a frame of another site, without navigation. */
  embedded: boolean;
}

export const route: Route = $state({ path: "/", query: new URLSearchParams(), embedded: false });

let home = (query: string): string => query;

function readLocation(): void {
  if (location.pathname === "/") history.replaceState(null, "", home(location.search));
  const path = location.pathname.replace(/\/+$/, "") || "/";
  const query = new URLSearchParams(location.search);
  const shown = readEmbed(path, query);
  route.path = shown?.path ?? path;
  route.query = shown?.query ?? query;
  route.embedded = isEmbedded(path);
}

/** Go to an address of this site, as a click on a link would, or in place of this one. */
export async function navigate(href: string, replace = false): Promise<void> {
  if (route.embedded) {
    const inside = stayEmbedded(href, route.path);
    // Nothing but what was asked for is shown in the frame of another site.
    if (inside === null) {
      open(href, "_blank", "noopener");
      return;
    }
    href = inside;
  }
  if (replace) history.replaceState(null, "", href);
  else history.pushState(null, "", href);
  readLocation();
  await tick();
  scrollTo(0, 0);
  document.getElementById("main")?.focus({ preventScroll: true });
}

/** Say in the address what the page shows now, as a step that the browser's Back undoes. */
export function pushQuery(query: URLSearchParams): void {
  const search = writeQuery(query);
  if (search === location.search) return;
  history.pushState(null, "", location.pathname + search);
  readLocation();
}

/** Say in the address what the page shows now, without a new entry in the history. */
export function replaceQuery(query: URLSearchParams | string): void {
  const search = writeQuery(new URLSearchParams(query));
  if (search === location.search) return;
  history.replaceState(null, "", location.pathname + search);
}

/** Return the address of a page with a query. */
export function linkTo(path: string, query: URLSearchParams): string {
  return path + writeQuery(query);
}

/** Follow links within the site here; `home` says where the address `/` leads, given its query. */
export function startRouter(whereHome: (query: string) => string): void {
  home = whereHome;
  readLocation();
  addEventListener("popstate", readLocation);
  document.addEventListener("click", (event) => {
    const link = (event.target as Element | null)?.closest("a");
    const plain =
      event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!link || !plain || event.defaultPrevented || link.target || link.hasAttribute("download"))
      return;
    if (link.origin !== location.origin || link.pathname.startsWith("/api/")) return;
    if (link.hash && link.pathname === location.pathname) return;
    event.preventDefault();
    void navigate(link.pathname + link.search);
  });
}
