/** TEMPORARY shapes until the schema has them. */
import type { Player, ScoreView } from "../shared/types";

export interface RuleView {
  id: string;
  name: string;
  text: string;
}
export interface GoalView {
  id: string;
  title: string;
  says: string;
  lines: number;
  positions: number;
  minutes: number;
  agent: string;
}
export interface ChapterView {
  id: string;
  title: string;
  moves: string;
  positions: number;
  rules: number;
}
export interface CourseSideView {
  side: "first" | "second";
  title: string;
  positions: number;
  rules: number;
  moves: number;
  plies: { ply: number; positions: number; rules: number }[];
  chapters: ChapterView[];
  goals: GoalView[];
}
export interface CourseView {
  sides: CourseSideView[];
  smallest: { positions: number; says: string };
  rules: RuleView[];
}
export interface CourseNodeView {
  side: string;
  moves: string;
  turn: Player;
  yours: boolean;
  state: "move" | "rule" | "reply" | "over" | "left";
  column: number | null;
  card: string | null;
  rule: RuleView | null;
  begins: boolean;
  canonical: string;
  mirrored: boolean;
  reason: string | null;
  replies: { column: number; state: string }[];
  score: ScoreView | null;
}
export interface LineCardView {
  id: string;
  moves: string;
  column: number;
}
export interface CourseLineView {
  id: string;
  moves: string;
  ends: "rule" | "win";
  rule: RuleView | null;
  chapter: string;
  cards: LineCardView[];
  share: number | null;
}
export interface CourseLinesView {
  total: number;
  lines: CourseLineView[];
}
