/** Where a login leads. */

/** Return a place on this site: an address that leads elsewhere is not followed. */
export function safeNext(wanted: string | null): string {
  if (!wanted?.startsWith("/") || /^\/[/\\]/.test(wanted) || /[\u0000-\u001f\\]/.test(wanted))
    return "/";
  return /^\/login\b/.test(wanted) ? "/" : wanted;
}
