/** A payout whose line in the bank statement has not been found yet. */
export interface WaitingPayout {
  readonly id: number;
  readonly gateway: string;
  readonly payoutId: string;
  /** The text that the bank statement has for it. */
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

/**
 * Returns the payouts whose text is in the line, among those near its day, nearest first. Banks break words and drop
 * characters.
 */
function payoutsMentionedIn({ words, bookedOn }: Line, payouts: readonly WaitingPayout[]): WaitingPayout[] {
  const text = squeezed(words.join(' '));
  const distance = ({ arrivesOn }: WaitingPayout) => Math.abs(Date.parse(arrivesOn) - Date.parse(bookedOn));
  return payouts
    .filter((payout) => distance(payout) <= NEARBY_MS && textsOf(payout).some((part) => text.includes(part)))
    .sort((one, other) => distance(one) - distance(other));
}

const textsOf = ({ statement, payoutId }: WaitingPayout): string[] =>
  [squeezed(statement), squeezed(payoutId)].filter((text) => text.length >= SHORTEST_TEXT);

const SHORTEST_TEXT = 4;

const squeezed = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** The payout that a line belongs to, by reference and amount. */
export const findPayout = (line: Line, payouts: readonly WaitingPayout[]): WaitingPayout | null =>
  payoutsMentionedIn(
    line,
    payouts.filter(({ amount }) => amount === line.amount),
  )[0] ?? null;

/** Whether the line contains the text of one particular payout. A text without a number is only the provider's name. */
export const mentionsPayout = (line: Line, payouts: readonly WaitingPayout[]): boolean =>
  payoutsMentionedIn(
    line,
    payouts.filter(({ statement }) => /\d/.test(statement)),
  ).length > 0;
