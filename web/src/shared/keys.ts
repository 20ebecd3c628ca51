/** Keys that are meant for the whole page. */

const FIELDS = "input, select, textarea, dialog, [role=radiogroup], [role=slider]";

/** Return whether a key was pressed in something that wants it itself. */
export function isTyping(event: KeyboardEvent): boolean {
  return (event.target as HTMLElement).closest(FIELDS) !== null;
}

const TEXTS =
  "input:not([type=radio], [type=checkbox], [type=range]), textarea, dialog, [contenteditable]";

/** Return whether a number was typed into something that takes text; a choice does not. */
export function isTypingText(event: KeyboardEvent): boolean {
  return (event.target as HTMLElement).closest(TEXTS) !== null;
}

/** Return whether a key was pressed together with one that makes it the browser's. */
export function isCombined(event: KeyboardEvent): boolean {
  return event.ctrlKey || event.metaKey || event.altKey;
}
