/** Queries of addresses, written readably. */

/** Write a query: commas, colons and slashes need no escape there. */
export function writeQuery(query: URLSearchParams): string {
  const text = query
    .toString()
    .replace(/%(2C|3A|2F|3E|3D)/g, (code) => (code === "%3D" ? code : decodeURIComponent(code)));
  return text === "" ? "" : `?${text}`;
}
