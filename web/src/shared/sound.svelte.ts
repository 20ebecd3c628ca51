/** Short sounds, made on the spot. They are heard only after the page was touched. */

import { prefersReducedMotion } from "./motion";
import { load, save } from "./storage";

const kept = load("sound");

class Sound {
  on = $state(typeof kept === "boolean" ? kept : !prefersReducedMotion());
  #context: AudioContext | null = null;

  toggle(): void {
    this.on = !this.on;
    save("sound", this.on);
    if (this.on) this.land(3, 6);
  }

  /** A disc lands, the higher the brighter. */
  land(row: number, rows: number, after = 0): void {
    const pitch = 150 * 2 ** (row / Math.max(rows, 1));
    this.#play(pitch, { after, length: 0.09, loud: 0.22, type: "triangle", falls: 0.55 });
  }

  /** Four notes for a four. */
  win(after = 0): void {
    [523, 659, 784, 1047].forEach((pitch, index) =>
      this.#play(pitch, { after: after + 0.11 * index, length: 0.22, loud: 0.1 }),
    );
  }

  lose(after = 0): void {
    [392, 330, 262].forEach((pitch, index) =>
      this.#play(pitch, { after: after + 0.14 * index, length: 0.25, loud: 0.09 }),
    );
  }

  draw(after = 0): void {
    [440, 440].forEach((pitch, index) =>
      this.#play(pitch, { after: after + 0.16 * index, length: 0.2, loud: 0.09 }),
    );
  }

  /** Something was not good: a blunder, a wrong answer. */
  wrong(after = 0): void {
    this.#play(170, { after, length: 0.22, loud: 0.14, type: "triangle", falls: 0.7 });
  }

  #play(
    pitch: number,
    {
      after = 0,
      length = 0.1,
      loud = 0.1,
      falls = 1,
      type = "sine" as OscillatorType,
    }: { after?: number; length?: number; loud?: number; falls?: number; type?: OscillatorType },
  ): void {
    if (!this.on || !navigator.userActivation?.hasBeenActive) return;
    const context = (this.#context ??= new AudioContext());
    void context.resume();
    const start = context.currentTime + after;
    const tone = new OscillatorNode(context, { frequency: pitch, type });
    const volume = new GainNode(context, { gain: 0 });
    tone.frequency.setValueAtTime(pitch, start);
    tone.frequency.exponentialRampToValueAtTime(pitch * falls, start + length);
    volume.gain.setValueAtTime(loud, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + length);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + length);
  }
}

export const sound = new Sound();
