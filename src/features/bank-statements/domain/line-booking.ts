import type { Match, Target } from './line-matches.ts';

/** What a person wants to do with a line. */
export type Decision =
  /** As the line was matched. */
  | { readonly kind: 'as_matched' }
  /** An order's code or a payment's reference, from the match or any other. */
  | { readonly kind: 'order'; readonly reference: string }
  | { readonly kind: 'without_order' };

/** The outcome of a line. */
export const OUTCOMES = [
  'booked',
  'without_order',
  'ignored',
  'refunds_paid',
  'refund_returned',
  'payout_arrived',
  'charged_back',
] as const;
export type LineOutcome = (typeof OUTCOMES)[number];

/** Whether the line is booked without a person's decision. */
export const isSure = (match: Match): boolean =>
  match.kind === 'certain' ||
  match.kind === 'payout' ||
  (match.kind === 'money_out' && (match.what.kind === 'refunds_paid' || match.what.kind === 'refund_returned'));

/** Money that a person recorded. */
export type RecordedMoney = { readonly receipt: number } | { readonly refund: string };

/**
 * The recorded money that the line may show, for a person to confirm. Null if nothing with its amount was recorded, or
 * if a line is already confirmed to show it.
 */
export function recordedMoneyOf(match: Match): RecordedMoney | null {
  if (match.kind === 'money_out' && match.what.kind === 'refund_recorded') return { refund: match.what.code };
  const receipt =
    match.kind === 'likely' && match.why === 'booked_otherwise' && !match.isShown ? match.receipt : undefined;
  return receipt === undefined ? null : { receipt };
}

const isMoneyIn = ({ kind }: Match): boolean => kind === 'certain' || kind === 'likely' || kind === 'unknown';

/** Whether the decision would change anything. */
export function isBookable(match: Match, decision: Decision): boolean {
  if (decision.kind !== 'as_matched') return isMoneyIn(match);
  if (isSure(match)) return true;
  if (match.kind === 'likely') return match.isShared || match.targets.length === 1;
  return match.kind === 'money_out' && match.what.kind === 'charge_back' && match.what.receipt !== null;
}

/** Returns the orders that the line's money is for, with their shares of it; `[null]` for money without an order. */
export function targetsOf(
  match: Match,
  decision: Decision,
  amount: number,
): (Pick<Target, 'reference' | 'amount'> | null)[] {
  if (decision.kind === 'without_order') return [null];
  if (decision.kind === 'order') {
    const known = match.kind === 'likely' ? match.targets : match.kind === 'certain' ? [match.target] : [];
    const { reference } = decision;
    const found =
      match.kind === 'likely' && match.isShared ? undefined : known.find(({ order }) => order === reference);
    return [{ reference: found?.reference ?? reference, amount }];
  }
  if (match.kind === 'certain') return [match.target];
  return match.kind === 'likely' ? [...match.targets] : [null];
}
