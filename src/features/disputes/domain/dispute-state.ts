export type DisputeState = 'open' | 'money_taken' | 'won' | 'lost';

export const takesMoney = (state: DisputeState): boolean => state === 'money_taken' || state === 'lost';

const STEP: Readonly<Record<DisputeState, number>> = { open: 1, money_taken: 2, won: 3, lost: 3 };

/**
 * Returns the state after a message that may be late or repeated. States only move forward, except that a decided
 * dispute can be decided again, after an appeal.
 */
export const stateAfter = (known: DisputeState | null, reported: DisputeState): DisputeState =>
  known !== null && STEP[reported] < STEP[known] ? known : reported;
