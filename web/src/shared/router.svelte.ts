/** Where the reader is: a path and a query. Every state of a page is in its address. */

import { tick } from "svelte";

interface Route {
  path: string;
  query: URLSearchParams;
}

export const route: Route = $state({ path: "/", query: new URLSearchParams() });

let home = (query: string): string => query;

function readLocation(): void {
  if (location.pathname === "/") history.replaceState(null, "", home(location.search));
  route.path = location.pathname.replace(/\/+$/, "") || "/";
  route.query = new URLSearchParams(location.search);
}

/** Go to an address of this site, as a click on a link would. */
export async function navigate(href: string): Promise<void> {
  history.pushState(null, "", href);
  readLocation();
  await tick();
  scrollTo(0, 0);
  document.getElementById("main")?.focus({ preventScroll: true });
}

/** Say in the address what the page shows now, without a new entry in the history. */
export function replaceQuery(query: URLSearchParams | string): void {
  const search = writeQuery(new URLSearchParams(query));
  if (search === location.search) return;
  history.replaceState(null, "", location.pathname + search);
}

/** Write a query readably: commas, colons and slashes need no escape there. */
export function writeQuery(query: URLSearchParams): string {
  const text = query
    .toString()
    .replace(/%(2C|3A|2F|3E|3D)/g, (code) => (code === "%3D" ? code : decodeURIComponent(code)));
  return text === "" ? "" : `?${text}`;
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
