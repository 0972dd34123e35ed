import { shareKey } from '#features/desk/domain/movement-keys.ts';
import {
  type BookedTransfer,
  type ChargeBackRefusal,
  chargeBackWithin,
  recordTransfers,
  type Transfer,
  type TransferParts,
} from '#features/desk/server/public.ts';
import { findPayable } from '#features/orders/server/public.ts';
import { recordPayoutArrival } from '#features/payouts/server/public.ts';
import {
  type AdvanceRefusal,
  finishRefunds,
  holdRefunds,
  type RefundParts,
  takeBackRequests,
} from '#features/refunds/server/public.ts';
import type { Actor } from '#kernel/actor.ts';
import { minor } from '#kernel/money.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Db } from '#platform/db/db.ts';
import { type Decision, isBookable, type LineOutcome, targetsOf } from '../domain/line-booking.ts';
import type { MoneyOut } from '../domain/line-matches.ts';
import type { StatementLine } from '../domain/statement.ts';
import type { ImportLine } from './prepare-import.ts';

export interface BookParts {
  readonly db: Db;
  readonly money: TransferParts['money'];
  readonly refunds: RefundParts;
  readonly currency: string;
  readonly timezone: string;
}

export type BookedLine = { readonly outcome: Exclude<LineOutcome, 'ignored'> } & (
  | { readonly kind: 'transfers'; readonly transfers: readonly BookedTransfer[] }
  | { readonly kind: 'payout'; readonly gateway: string; readonly payoutId: string }
  | { readonly kind: 'refunds'; readonly codes: readonly string[] }
  | { readonly kind: 'charge_back'; readonly orders: readonly string[] }
);

export type BookRefusal =
  | { readonly kind: 'booked_before' }
  /** Nothing can be booked for the line, or nobody has decided what to book. */
  | { readonly kind: 'nothing_to_book' }
  | { readonly kind: 'unknown_order'; readonly reference: string }
  /** The refund changed since the preview. */
  | { readonly kind: 'refund_refused'; readonly code: string; readonly refusal: AdvanceRefusal }
  | { readonly kind: 'charge_back_refused'; readonly refusal: ChargeBackRefusal };

interface Booking {
  readonly decision: Decision;
  readonly actor: Actor;
}

/**
 * Books one line in one transaction, and only once: a second import that contains it changes nothing. So an import that
 * was interrupted can simply be repeated.
 */
export async function bookLine(
  parts: BookParts,
  imported: ImportLine,
  booking: Booking,
  now: Date,
): Promise<Result<BookedLine, BookRefusal>> {
  const { line, identity, match } = imported;
  if (line.kind === 'stopped' || identity === null) return refuse({ kind: 'nothing_to_book' });
  if (match.kind === 'booked') return refuse({ kind: 'booked_before' });
  if (!isBookable(match, booking.decision)) return refuse({ kind: 'nothing_to_book' });
  if (match.kind === 'money_out') return await moneyOut(parts, { line, identity, what: match.what }, booking, now);
  if (match.kind !== 'payout') return await moneyIn(parts, imported, booking, now);
  const { id, gateway, payoutId } = match.payout;
  const arrived = { id, gateway, payoutId, bankLine: identity, arrivedOn: line.bookedOn, actor: booking.actor };
  const isNew = await parts.db.transaction((tx) => recordPayoutArrival(tx, arrived, now));
  return isNew
    ? ok({ outcome: 'payout_arrived', kind: 'payout', gateway, payoutId })
    : refuse({ kind: 'booked_before' });
}

async function moneyIn(
  parts: BookParts,
  { line: read, identity, match, payer }: ImportLine,
  { decision, actor }: Booking,
  now: Date,
): Promise<Result<BookedLine, BookRefusal>> {
  const line = read as StatementLine;
  if (decision.kind === 'order' && !(await findPayable(parts.db, decision.reference))) {
    return refuse({ kind: 'unknown_order', reference: decision.reference });
  }
  const transfers = targetsOf(match, decision, line.amount).map(
    (target, index): Transfer => ({
      words: wordsOf(line),
      meant: target?.reference ?? null,
      amount: minor(target?.amount ?? line.amount),
      // The first share keeps the line's own key, which marks the line as booked.
      transaction: shareKey(identity!, index),
      bankReference: line.bankReference,
      receivedAt: arrivalTime(line, parts.timezone, now),
      payer: payer === null ? null : Buffer.from(payer, 'hex'),
      actor,
    }),
  );
  const booked = await recordTransfers(parts, transfers, now);
  if (!booked.ok) return refuse({ kind: 'booked_before' });
  const outcome = decision.kind === 'without_order' ? 'without_order' : 'booked';
  return ok({ outcome, kind: 'transfers', transfers: booked.value });
}

async function moneyOut(
  parts: BookParts,
  { line, identity, what }: { line: StatementLine; identity: string; what: MoneyOut },
  { actor }: Booking,
  now: Date,
): Promise<Result<BookedLine, BookRefusal>> {
  switch (what.kind) {
    case 'charge_back': {
      const taken = { receiptId: what.receipt!, amount: line.amount, transaction: identity, actor };
      const booked = await parts.db.transaction((tx) =>
        chargeBackWithin(tx, { ...parts, takeBackRequests }, taken, now),
      );
      if (booked.ok) {
        const orders = booked.value.orders.map(({ code }) => code);
        return ok({ outcome: 'charged_back', kind: 'charge_back', orders });
      }
      const { error } = booked;
      return refuse(
        error.kind === 'booked_before' ? { kind: error.kind } : { kind: 'charge_back_refused', refusal: error },
      );
    }
    case 'refunds_paid':
    case 'refund_returned': {
      const isReturned = what.kind === 'refund_returned';
      const codes = isReturned ? [what.code] : what.codes;
      const { bankReference } = line;
      const bankLine = { transaction: identity, bankReference, words: isReturned ? what.words : '' };
      const moves = { codes, actor, reason: line.returnReason, bankLine };
      const moved = await (isReturned ? holdRefunds : finishRefunds)({ ...parts.refunds, db: parts.db }, moves, now);
      if (moved.ok) return ok({ outcome: what.kind, kind: 'refunds', codes });
      const { code, refusal } = moved.error[0]!;
      return refuse(
        refusal.kind === 'booked_before' ? { kind: refusal.kind } : { kind: 'refund_refused', code, refusal },
      );
    }
    default:
      return refuse({ kind: 'nothing_to_book' });
  }
}

/** The line's texts, kept with the receipt until payment texts are deleted. */
function wordsOf({ party, structuredReference, endToEndId, text }: StatementLine): string {
  const words = [party.name, structuredReference, endToEndId, text].filter(Boolean).join(', ');
  return words.slice(0, MAX_TEXT_LENGTH);
}

const MAX_TEXT_LENGTH = 200;

/** Noon on the booking day, but never later than now. */
function arrivalTime({ bookedOn }: StatementLine, timezone: string, now: Date): Date {
  const noon = Temporal.PlainDateTime.from(`${bookedOn}T12:00`).toZonedDateTime(timezone);
  return new Date(Math.min(noon.epochMilliseconds, now.getTime()));
}
