import type { RoomLimits } from './room.ts';

/** Calls are at least this far apart. */
export const CALL_EVERY_MS = 1_000;
/** A called place may enter for this long. Then its turn has passed. */
export const CALL_LASTS_MS = 10 * 60_000;
/** The time for which room is kept for people who were called; few come later. */
export const KEEPS_ROOM_MS = 3 * 60_000;
/** A process that was overloaded slows down the calls for this long. */
export const STRAIN_LASTS_MS = 3_000;

/** The pace falls by a fifth for each second of strain. */
const SLOWER = 0.8;
/** The pace rises by this share of the ceiling each second, so it is full again within a minute. */
const FASTER = 1 / 60;
/** The slowest pace, as a share of the ceiling. */
const SLOWEST = 0.05;

interface PaceFacts extends Pick<RoomLimits, 'maxPerMinute'> {
  readonly pace: number;
  readonly isStrained: boolean;
  readonly elapsedMs: number;
}

/** The next pace, in people per minute: it falls while the shop cannot carry more, and then recovers slowly. */
export function nextPace({ pace, maxPerMinute, isStrained, elapsedMs }: PaceFacts): number {
  const seconds = Math.min(elapsedMs, 5_000) / 1_000;
  const wanted = isStrained ? pace * SLOWER ** seconds : pace + maxPerMinute * FASTER * seconds;
  return Math.min(maxPerMinute, Math.max(wanted, maxPerMinute * SLOWEST, Math.min(1, maxPerMinute)));
}

interface CallFacts extends Pick<RoomLimits, 'maxInside'> {
  readonly pace: number;
  /** Since the last call. */
  readonly elapsedMs: number;
  /** Places not called yet. */
  readonly waiting: number;
  /** People with an entry that has not ended. */
  readonly inside: number;
  /** People who were called and have yet to enter. */
  readonly expected: number;
}

/** How many to call now; 0 until the pace allows one. Calls missed during a pause are not made up for. */
export function callsNow({ pace, elapsedMs, waiting, maxInside, inside, expected }: CallFacts): number {
  const msForOne = 60_000 / pace;
  const countedMs = Math.min(elapsedMs, Math.max(2 * CALL_EVERY_MS, msForOne));
  const byPace = Math.floor(countedMs / msForOne + 1e-9);
  return Math.max(0, Math.min(byPace, waiting, maxInside - inside - expected));
}

export interface CalledFacts {
  /** Called within `KEEPS_ROOM_MS`, and how many of them entered. */
  readonly lately: { readonly called: number; readonly entered: number };
  /** Called before that, within `CALL_LASTS_MS`. */
  readonly earlier: { readonly called: number; readonly entered: number };
}

/** With fewer calls, the share of people who enter is not known. */
const MIN_CALLED = 20;
const MIN_SHARE = 0.1;

/**
 * How many of the people called are still expected. Many have left the line, and keeping room for them would waste it.
 */
export function expectedToEnter({ lately, earlier }: CalledFacts): number {
  const share = earlier.called < MIN_CALLED ? 1 : Math.min(1, Math.max(MIN_SHARE, earlier.entered / earlier.called));
  return Math.ceil(Math.max(0, lately.called * share - lately.entered));
}
