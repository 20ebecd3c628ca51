/** Pages in frames of other sites: their addresses begin with /embed/. */

import { writeQuery } from "./query";

const PREFIX = "/embed/";

/** What can be embedded, and the page that shows it. */
const PAGES: Record<string, string> = {
  board: "/board",
  theatre: "/theatre",
  lesson: "/tour",
  exercise: "/exercises",
};
/** Where the rest of such an address goes: `/embed/lesson/3` is lesson 3. */
const NAMED: Record<string, string> = { lesson: "lesson", exercise: "id" };

export type Embeddable = "board" | "theatre" | "lesson" | "exercise";

export interface Shown {
  path: string;
  query: URLSearchParams;
}

/** Return whether an address is one for frames. */
export function isEmbedded(path: string): boolean {
  return path === "/embed" || path.startsWith(PREFIX);
}

/** Return the page that an address for frames shows, or null if it is not one that is known. */
export function readEmbed(path: string, query: URLSearchParams): Shown | null {
  if (!path.startsWith(PREFIX)) return null;
  const [kind = "", ...rest] = path.slice(PREFIX.length).split("/");
  const page = PAGES[kind];
  const name = NAMED[kind];
  if (!page || (rest.length > 0 && !name) || rest.length > 1) return null;
  const all = new URLSearchParams(query);
  if (name && rest[0]) all.set(name, decodeURIComponent(rest[0]));
  return { path: page, query: all };
}

/** Return where a link leads within the frame, or null if it leads to another page. */
export function stayEmbedded(href: string, path: string): string | null {
  const [to = "", search = ""] = href.split("?");
  if (to !== path) return null;
  const kind = Object.keys(PAGES).find((each) => PAGES[each] === path) ?? "";
  return `${PREFIX}${kind}${search ? `?${search}` : ""}`;
}

/** Return where the same thing is found outside of a frame. */
export function outOfFrame(path: string, query: URLSearchParams): string {
  const rest = new URLSearchParams(query);
  rest.delete("theme");
  return (path === "/board" ? "/play" : path) + writeQuery(rest);
}

/** Return the HTML that shows something of this server in another page. */
export function embedCode(
  kind: Embeddable,
  query: URLSearchParams | string,
  { width = 960, height = 600, title = `fourscore: ${kind}` } = {},
): string {
  const search = writeQuery(new URLSearchParams(query));
  const source = `${location.origin}${PREFIX}${kind}${search}`.replaceAll("&", "&amp;");
  return (
    `<iframe src="${source.replaceAll('"', "%22")}" title="${title}" width="${width}" ` +
    `height="${height}" style="border: 0; max-width: 100%" allow="fullscreen"></iframe>`
  );
}
