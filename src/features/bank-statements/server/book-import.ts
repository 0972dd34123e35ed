import { shareKey } from '#features/desk/domain/movement-keys.ts';
import {
  type BookedTransfer,
  recordTransfers,
  type Transfer,
  type TransferParts,
} from '#features/desk/server/public.ts';
import { payoutArrived } from '#features/payouts/server/public.ts';
import { type AdvanceRefusal, finishRefunds, holdRefunds, type RefundParts } from '#features/refunds/server/public.ts';
import type { Actor } from '#kernel/actor.ts';
import { minor } from '#kernel/money.ts';
import type { Match, MoneyOut, Target } from '../domain/match-lines.ts';
import type { StatementLine } from '../domain/statement.ts';
import type { ImportLine } from './prepare-import.ts';

export interface BookParts {
  readonly transfers: TransferParts;
  readonly refunds: RefundParts;
  readonly timezone: string;
  payerOf(iban: string): Buffer;
}

/** What the operator decided about lines that are not certain, by number. */
export interface Decisions {
  /** Likely ones to book; with several candidates, the code of the chosen one. */
  readonly accepted: ReadonlyMap<number, string | null>;
  /** Unknown or likely ones to book as money without an order. */
  readonly suspended: ReadonlySet<number>;
}

export type LineResult =
  | { readonly kind: 'booked'; readonly transfers: readonly BookedTransfer[] }
  | { readonly kind: 'booked_before' }
  | { readonly kind: 'payout_arrived'; readonly gateway: string; readonly payoutId: string }
  | { readonly kind: 'refunds_paid' | 'refund_returned'; readonly codes: readonly string[] }
  /** The refund changed since the preview. */
  | { readonly kind: 'refund_refused'; readonly code: string; readonly refusal: AdvanceRefusal }
  | { readonly kind: 'left' };

/** Whether the line would change anything. */
export const isBookable = ({ match, number }: ImportLine, { accepted, suspended }: Decisions): boolean =>
  match.kind === 'certain' ||
  match.kind === 'payout' ||
  (match.kind === 'likely' && (accepted.has(number) || suspended.has(number))) ||
  (match.kind === 'unknown' && suspended.has(number)) ||
  (match.kind === 'money_out' && (match.what.kind === 'refunds_paid' || match.what.kind === 'refund_returned'));

/**
 * Books one line in one transaction, once: a second import that contains it changes nothing. An import that was
 * interrupted is therefore simply repeated.
 */
export async function bookLine(
  parts: BookParts,
  imported: ImportLine,
  { decisions, actor }: { decisions: Decisions; actor: Actor },
  now: Date,
): Promise<LineResult> {
  const { line, identity, match, number } = imported;
  if (line.kind === 'stopped' || identity === null || !isBookable(imported, decisions)) return { kind: 'left' };
  if (match.kind === 'money_out') return await moveRefunds(parts, { line, identity, what: match.what, actor }, now);
  if (match.kind === 'payout') {
    const { id, gateway, payoutId } = match.payout;
    const arrived = { id, gateway, payoutId, bankLine: identity, arrivedOn: line.bookedOn, actor };
    const isNew = await parts.transfers.db.transaction((tx) => payoutArrived(tx, arrived, now));
    return isNew ? { kind: 'payout_arrived', gateway, payoutId } : { kind: 'booked_before' };
  }
  const targets = targetsOf(match, number, decisions);
  const transfers = targets.map(
    (target, index): Transfer => ({
      said: saidBy(line),
      meant: target?.reference ?? null,
      amount: minor(target?.amount ?? line.amount),
      // The first share keeps the line's own key, which marks the line as booked.
      transaction: shareKey(identity, index),
      receivedAt: arrival(line, parts.timezone, now),
      payer: line.party.iban === null ? null : parts.payerOf(line.party.iban),
      actor,
    }),
  );
  const booked = await recordTransfers(parts.transfers, transfers, now);
  return booked.ok ? { kind: 'booked', transfers: booked.value } : { kind: 'booked_before' };
}

/** Returns the orders that the money is for; null for money without an order. */
function targetsOf(match: Match, number: number, { accepted, suspended }: Decisions): (Target | null)[] {
  if (match.kind === 'certain') return [match.target];
  if (match.kind !== 'likely' || suspended.has(number)) return [null];
  if (match.isShared) return [...match.targets];
  const chosen = accepted.get(number);
  return [match.targets.find(({ order }) => order === chosen) ?? match.targets[0]!];
}

async function moveRefunds(
  { refunds }: BookParts,
  { line, identity, what, actor }: { line: StatementLine; identity: string; what: MoneyOut; actor: Actor },
  now: Date,
): Promise<LineResult> {
  if (what.kind !== 'refunds_paid' && what.kind !== 'refund_returned') return { kind: 'left' };
  const isReturned = what.kind === 'refund_returned';
  const codes = what.kind === 'refund_returned' ? [what.code] : what.codes;
  const words = what.kind === 'refund_returned' ? what.words : '';
  const moves = { codes, actor, reason: line.returnReason, bankLine: { transaction: identity, words } };
  const moved = await (isReturned ? holdRefunds : finishRefunds)(refunds, moves, now);
  if (moved.ok) return { kind: what.kind, codes };
  const { code, refusal } = moved.error[0]!;
  return refusal.kind === 'booked_before' ? { kind: 'booked_before' } : { kind: 'refund_refused', code, refusal };
}

/** The line's own words, kept with the receipt until the payment texts are deleted. */
function saidBy({ party, structuredReference, endToEndId, text }: StatementLine): string {
  const words = [party.name, structuredReference, endToEndId, text].filter(Boolean).join(', ');
  return words.slice(0, MOST_SAID);
}

const MOST_SAID = 200;

/** The middle of the booking day, and never later than now. */
function arrival({ bookedOn }: StatementLine, timezone: string, now: Date): Date {
  const noon = Temporal.PlainDateTime.from(`${bookedOn}T12:00`).toZonedDateTime(timezone);
  return new Date(Math.min(noon.epochMilliseconds, now.getTime()));
}
