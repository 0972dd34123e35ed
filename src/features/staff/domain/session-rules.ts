const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The time in milliseconds after which a session without activity ends. */
const IDLE_MS = 30 * MINUTE_MS;
/** The time in milliseconds after which a session ends, however much it is used. */
const SESSION_MS = 12 * HOUR_MS;
/** The maximum time in milliseconds between the password and the second factor. */
const CODE_STAGE_MS = 10 * MINUTE_MS;
/** The maximum time in milliseconds for setting up the first factor. */
const SETUP_STAGE_MS = HOUR_MS;
/** A proof of identity counts as fresh for this long. */
export const FRESH_MS = 5 * MINUTE_MS;
export const INVITE_MS = 48 * HOUR_MS;
export const CHALLENGE_MS = 5 * MINUTE_MS;

export type Stage = 'code' | 'setup' | 'in';

interface SessionTimes {
  readonly lastActiveAt: Date;
  readonly endsAt: Date;
  readonly freshUntil: Date;
}

export const after = (moment: Date, milliseconds: number): Date => new Date(moment.getTime() + milliseconds);

export const idleUntil = ({ lastActiveAt }: SessionTimes): Date => after(lastActiveAt, IDLE_MS);

export const isSessionOver = (session: SessionTimes, now: Date): boolean =>
  session.endsAt <= now || idleUntil(session) <= now;

export const isFresh = ({ freshUntil }: SessionTimes, now: Date): boolean => now < freshUntil;

/** Returns the maximum length of a stage of signing in, in milliseconds. */
export const lengthOfStage = (stage: Stage): number =>
  ({ code: CODE_STAGE_MS, setup: SETUP_STAGE_MS, in: SESSION_MS })[stage];
