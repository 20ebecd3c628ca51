/** Messages for screen readers. */

class Announcer {
  text = $state("");

  say(text: string): void {
    // The same sentence twice in a row is said again only if it differs in something.
    this.text = text === this.text ? `${text}\u00a0` : text;
  }
}

export const announcer = new Announcer();
