/** Files that a page makes itself. */

/** Let the reader save a text as a file; its suffix says what it is. */
export function saveFile(name: string, text: string): void {
  const type = name.endsWith(".csv") ? "text/csv" : "application/json";
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
