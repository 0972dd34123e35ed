/** A payout whose line in the bank statement has not been found yet. */
export interface WaitingPayout {
  readonly id: number;
  readonly gateway: string;
  readonly payoutId: string;
  /** As the bank statement names it. */
  readonly statement: string;
  /** Minor units. */
  readonly amount: number;
  /** ISO 8601 date. */
  readonly arrivesOn: string;
}

/** Weekends and holidays delay payouts. Some are booked before the announced day. */
const NEARBY_MS = 10 * 24 * 60 * 60_000;

interface Line {
  readonly words: readonly string[];
  readonly amount: number;
  readonly bookedOn: string;
}

/** The payouts that the line names, among those near its day, nearest first. Banks break words and drop characters. */
function namedBy({ words, bookedOn }: Line, payouts: readonly WaitingPayout[]): WaitingPayout[] {
  const text = squeezed(words.join(' '));
  const distance = ({ arrivesOn }: WaitingPayout) => Math.abs(Date.parse(arrivesOn) - Date.parse(bookedOn));
  return payouts
    .filter((payout) => distance(payout) <= NEARBY_MS && namesOf(payout).some((name) => text.includes(name)))
    .sort((one, other) => distance(one) - distance(other));
}

const namesOf = ({ statement, payoutId }: WaitingPayout): string[] =>
  [squeezed(statement), squeezed(payoutId)].filter((name) => name.length >= SHORTEST_NAME);

const SHORTEST_NAME = 4;

const squeezed = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** The payout that a line belongs to, by reference and amount. */
export const findPayout = (line: Line, payouts: readonly WaitingPayout[]): WaitingPayout | null =>
  namedBy(
    line,
    payouts.filter(({ amount }) => amount === line.amount),
  )[0] ?? null;

/**
 * True if the line names one particular payout but has another amount. A name without a number is the provider's.
 */
export const namesPayout = (line: Line, payouts: readonly WaitingPayout[]): boolean =>
  namedBy(
    line,
    payouts.filter(({ statement }) => /\d/.test(statement)),
  ).length > 0;
