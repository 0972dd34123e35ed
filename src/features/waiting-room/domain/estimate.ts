/** The number of places that were called up to a moment. */
export interface CallMark {
  readonly called: number;
  readonly atMs: number;
}

/** The pace is measured over this time. */
export const MEASURED_MS = 3 * 60_000;
/** A shorter time is not enough to measure a pace. */
const SHORTEST_MS = 20_000;

/** People called per minute recently, or `pace` while too little was measured. Marks are oldest first. */
export function measuredPace(marks: readonly CallMark[], pace: number, nowMs: number): number {
  const first = marks[0];
  const last = marks.at(-1);
  if (!first || !last || nowMs - first.atMs < SHORTEST_MS) return pace;
  return ((last.called - first.called) * 60_000) / (nowMs - first.atMs);
}

/** Milliseconds until somebody with this many people ahead is called; null while nobody is being called. */
export const waitOf = (ahead: number, perMinute: number): number | null =>
  perMinute > 0 ? ((ahead + 1) * 60_000) / perMinute : null;

/** Waits are shown in these steps, in minutes, because the estimate is not more precise. */
const STEPS = [1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 75, 90, 105, 120, 180, 240, 300, 360];

/** Rounded up to a step; the last step also means any longer wait. */
export function aboutMinutes(waitMs: number): number {
  const minutes = waitMs / 60_000;
  return STEPS.find((step) => minutes <= step) ?? STEPS.at(-1)!;
}

export const LONGEST_WAIT_MINUTES = STEPS.at(-1)!;

export interface ShownWait {
  readonly minutes: number;
  /** Whether it is longer than shown before, so that the page says that the line is slower. */
  readonly isSlower: boolean;
}

/** The shown wait rises only if the estimate grows by more than this factor: a measured pace is never exact. */
const NOTICEABLE = 1.35;

/** What to show after `before` minutes were shown, or null if none were. */
export function nextShown(waitMs: number, before: number | null): ShownWait {
  const minutes = aboutMinutes(waitMs);
  if (before === null || minutes <= before) return { minutes, isSlower: false };
  if (waitMs <= before * 60_000 * NOTICEABLE) return { minutes: before, isSlower: false };
  return { minutes, isSlower: true };
}
