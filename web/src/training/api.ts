/** Trainings: players that teach themselves on the server. */

import { request, stream } from "../shared/http";
import type {
  BaselinesView,
  TrainingRequest,
  TrainingView,
  TrainingsView,
  ValuesView,
} from "../shared/types";

/** The run that comes with fourscore. */
export const SHIPPED = "shipped";
export const LISTED = 20;

/** Start a training. */
export function begin(setup: TrainingRequest): Promise<TrainingView> {
  return request("/trainings", { body: setup });
}

/** List the trainings of this server, newest first. */
export function list(signal?: AbortSignal): Promise<TrainingsView> {
  return request("/trainings", { query: { count: LISTED }, signal });
}

export function find(id: string, signal?: AbortSignal): Promise<TrainingView> {
  return request("/trainings/{id}", { parts: { id }, signal });
}

/** Watch a training until it ends, and what it thinks of a position. */
export function watch(
  id: string,
  moves: string,
  onProgress: (soFar: TrainingView) => void,
  signal: AbortSignal,
): Promise<TrainingView> {
  return stream("/trainings/{id}/events", { parts: { id }, query: { moves }, signal }, onProgress);
}

/** Ask what the network of an age thinks of a position. */
export function values(
  id: string,
  moves: string,
  age: number | null,
  signal?: AbortSignal,
): Promise<ValuesView> {
  return request("/trainings/{id}/values", { parts: { id }, query: { moves, age }, signal });
}

/** Ask how well other agents play the positions of the learning curves. */
export function baselines(signal?: AbortSignal): Promise<BaselinesView> {
  return request("/trainings/baselines", { signal });
}

export function cancel(id: string): Promise<TrainingView> {
  return request("/trainings/{id}/cancel", { parts: { id }, body: {} });
}

/** Resume a training, optionally for longer: so many minutes in all. */
export function resume(id: string, minutes?: number): Promise<TrainingView> {
  return request("/trainings/{id}/resume", { parts: { id }, query: { minutes }, body: {} });
}

export async function remove(id: string): Promise<void> {
  await request("/trainings/{id}/delete", { parts: { id }, body: {} });
}
