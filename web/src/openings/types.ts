/** The shapes of openings, as the API answers. */

import type { opening, ownGames } from "./api";

export type OpeningView = Awaited<ReturnType<typeof opening>>;
export type RepliesView = NonNullable<OpeningView["columns"][number]["replies"]>;
export type ChosenByView = OpeningView["chosen"][number];
export type OwnGamesView = Awaited<ReturnType<typeof ownGames>>;
export type DepartureView = OwnGamesView["departures"][number];
export type OwnGameView = OwnGamesView["list"][number];
