/** When a position comes up again: FSRS, by ts-fsrs. Loaded with the first answer. */

import { createEmptyCard, fsrs, Rating, type Card } from "ts-fsrs";
import { writeTime, type StoredCard } from "./record";

const scheduler = fsrs({ enable_fuzz: false });
const DAY = 86_400_000;

/** Return a card after an answer; a card that is not stored is new. */
export function rate(stored: StoredCard | undefined, right: boolean, now: Date): StoredCard {
  const card = stored ? unpack(stored) : createEmptyCard(now);
  return pack(scheduler.next(card, now, right ? Rating.Good : Rating.Again).card);
}

function unpack(stored: StoredCard): Card {
  const due = new Date(stored.due);
  const last = stored.last_review === null ? due : new Date(stored.last_review);
  return {
    due,
    stability: stored.stability,
    difficulty: stored.difficulty,
    elapsed_days: 0,
    scheduled_days: Math.max(0, Math.round((due.getTime() - last.getTime()) / DAY)),
    learning_steps: stored.step ?? 0,
    reps: stored.reps,
    lapses: stored.lapses,
    state: stored.state as number,
    last_review: last,
  };
}

function pack(card: Card): StoredCard {
  const state = card.state as number as StoredCard["state"];
  return {
    due: writeTime(card.due),
    stability: card.stability,
    difficulty: card.difficulty,
    state,
    step: state === 2 ? null : card.learning_steps,
    last_review: card.last_review ? writeTime(card.last_review) : null,
    reps: card.reps,
    lapses: card.lapses,
  };
}
