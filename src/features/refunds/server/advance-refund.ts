import { isIssued } from '#features/orders/domain/order-status.ts';
import { cancelOpenPayments, lockOrder, type OrderRow, paymentsOf } from '#features/orders/server/public.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import { revokeTicketsOfLines } from '#features/tickets/server/public.ts';
import type { Actor } from '#kernel/actor.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Tx } from '#platform/db/db.ts';
import type { MovementStatus } from '../domain/movement-status.ts';
import { canMoveRefund, type RefundStatus } from '../domain/refund-status.ts';
import { type BankLine, hasBankLine, insertBankLine } from './bank-lines-store.ts';
import { bookRefundAccepted } from './book-refund.ts';
import { followMovements } from './follow-movements.ts';
import { isOrderDisputed, type MovementRow, movementsOf } from './movement-store.ts';
import { isBeingPaid } from './new-refund-store.ts';
import { planMovements, replaceMovement } from './plan-movements.ts';
import { lineIdsOf } from './refund-lines-store.ts';
import type { RefundParts } from './refund-parts.ts';
import { lockRefund, moveRefund, type RefundRow, refundByCode, takeOutOfFile } from './refund-store.ts';
import { MAX_REASON_LENGTH, setMovement } from './settle-movement.ts';

export interface OperatorMove {
  readonly code: string;
  /** For the audit log. */
  readonly actor: Actor;
  /** The operator's reason, for the audit log and, in `holdRefunds`, for the failed movement. */
  readonly reason?: string;
  /** The line of a bank statement that shows that the bank paid or returned the money. */
  readonly bankLine?: BankLine;
}

export type AdvanceRefusal =
  | { readonly kind: 'unknown_refund' }
  | { readonly kind: 'wrong_status'; readonly status: RefundStatus }
  /** The order has a problem, such as a dispute or a chargeback; a refund now could pay twice. */
  | { readonly kind: 'order_not_settled'; readonly paymentStatus: string }
  | { readonly kind: 'being_paid' }
  /** The same line of a bank statement has moved this refund before. */
  | { readonly kind: 'booked_before' };

type Advanced = Promise<Result<RefundRow, AdvanceRefusal>>;

export interface OperatorMoves extends Omit<OperatorMove, 'code'> {
  readonly codes: readonly string[];
}

interface NotAdvanced {
  readonly code: string;
  readonly refusal: AdvanceRefusal;
}

/** The refunds in the given order. If any cannot be moved, none is, and the result lists those that cannot. */
type AllAdvanced = Promise<Result<RefundRow[], NotAdvanced[]>>;

/**
 * Accepts refunds, or retries them after a problem. The money is then owed, their tickets are refused at the door, and
 * a plan takes no more payments. All or none.
 */
export const startRefunds = (parts: RefundParts, moves: OperatorMoves, now: Date): AllAdvanced =>
  advance(parts, moves, 'processing', now, {
    whyNot: async (tx, { order, refund }) => {
      if (refund.status === 'problem') {
        const isDisputed = await isOrderDisputed(tx, order.id);
        return isDisputed ? { kind: 'order_not_settled', paymentStatus: order.paymentStatus } : null;
      }
      if (!order.stockReleased && !isIssued(order.paymentStatus)) {
        return { kind: 'order_not_settled', paymentStatus: order.paymentStatus };
      }
      return (await isBeingPaid(tx, order.id)) ? { kind: 'being_paid' } : null;
    },
    effects: async (tx, all) => {
      const accepted = all.filter(({ from }) => from !== 'problem');
      for (const { refund } of all) await moveRefund(tx, refund, 'processing', now);
      for (const { refund } of accepted) await revokeTicketsOfLines(tx, await lineIdsOf(tx, refund.id), now);
      for (const { order, refund } of accepted) {
        await bookRefundAccepted(tx, order, refund, now);
        if (refund.isWholePlan) await cancelOpenPayments(tx, await paymentsOf(tx, [order.id]));
        await planMovements(tx, parts, refund, now);
      }
      // Items that cost nothing are taken back at once, because no money has to move first.
      await followMovements(
        tx,
        parts,
        accepted.filter(({ refund }) => refund.total === 0),
        now,
      );
      for (const { refund } of all)
        for (const failed of await failedOf(tx, refund)) await replaceMovement(tx, parts, refund, failed, now);
    },
  });

/**
 * Holds refunds that the bank could not pay or whose money it returned. The money is owed again, and they can be
 * started again. All or none.
 */
export const holdRefunds = (parts: RefundParts, moves: OperatorMoves, now: Date): AllAdvanced =>
  advance(parts, moves, 'problem', now, {
    whyNot: async (tx, { refund }) => whyNotByBank(refund, await bankMovements(tx, refund, ['pending', 'done'])),
    effects: async (tx, all) => {
      for (const { refund } of all) {
        const pending = await bankMovements(tx, refund, ['pending']);
        const returned = pending.length > 0 ? pending : (await bankMovements(tx, refund, ['done'])).slice(-1);
        const reason = (moves.reason ?? '').slice(0, MAX_REASON_LENGTH);
        for (const movement of returned) await setMovement(tx, movement, 'failed', reason, now);
        await takeOutOfFile(tx, refund);
      }
      await followMovements(tx, parts, all, now);
    },
  });

/**
 * Records that the bank has paid its part of refunds. A refund whose money has all moved is done: its units go back on
 * sale unless the operator keeps them, and its customer receives a mail. All or none.
 */
export const finishRefunds = (parts: RefundParts, moves: OperatorMoves, now: Date): AllAdvanced =>
  advance(parts, moves, 'processed', now, {
    whyNot: async (tx, { refund }) => whyNotByBank(refund, await bankMovements(tx, refund, ['pending'])),
    effects: async (tx, all) => {
      for (const { refund } of all) {
        for (const movement of await bankMovements(tx, refund, ['pending'])) {
          await setMovement(tx, movement, 'done', '', now);
        }
      }
      await followMovements(tx, parts, all, now);
    },
  });

const bankMovements = async (tx: Tx, refund: RefundRow, statuses: readonly MovementStatus[]) =>
  (await movementsOf(tx, refund.id)).filter(({ gateway, status }) => gateway === null && statuses.includes(status));

const failedOf = async (tx: Tx, refund: RefundRow) =>
  (await movementsOf(tx, refund.id)).filter(({ status }) => status === 'failed');

const whyNotByBank = ({ status }: RefundRow, movements: readonly MovementRow[]): AdvanceRefusal | null =>
  movements.length > 0 ? null : { kind: 'wrong_status', status };

export const startRefund = (parts: RefundParts, move: OperatorMove, now: Date): Advanced =>
  resultOfOne(startRefunds(parts, { ...move, codes: [move.code] }, now));
export const holdRefund = (parts: RefundParts, move: OperatorMove, now: Date): Advanced =>
  resultOfOne(holdRefunds(parts, { ...move, codes: [move.code] }, now));
export const finishRefund = (parts: RefundParts, move: OperatorMove, now: Date): Advanced =>
  resultOfOne(finishRefunds(parts, { ...move, codes: [move.code] }, now));

async function resultOfOne(all: AllAdvanced): Advanced {
  const advanced = await all;
  return advanced.ok ? ok(advanced.value[0]!) : refuse(advanced.error[0]!.refusal);
}

interface Move {
  readonly order: OrderRow;
  readonly refund: RefundRow;
  readonly from: RefundStatus;
}

interface Steps {
  whyNot?(tx: Tx, move: Move): Promise<AdvanceRefusal | null>;
  effects(tx: Tx, all: readonly Move[]): Promise<void>;
}

/** Moves the refunds in one transaction, with their audit entries and effects. */
function advance(
  parts: RefundParts,
  { codes, actor, reason, bankLine }: OperatorMoves,
  to: RefundStatus,
  now: Date,
  steps: Steps,
): AllAdvanced {
  return parts.db.stockTransaction(async (tx): AllAdvanced => {
    const known = await lockMoves(tx, codes);
    const refusals: NotAdvanced[] = [];
    for (const code of codes) {
      const move = known.get(code);
      const refusal =
        bankLine && move && (await hasBankLine(tx, move.refund.id, bankLine.transaction))
          ? ({ kind: 'booked_before' } as const)
          : await whyNot(tx, move, to, steps);
      if (refusal) refusals.push({ code, refusal });
    }
    if (refusals.length > 0) return refuse(refusals);
    const all = codes.map((code) => known.get(code)!);
    for (const { refund } of bankLine ? all : []) {
      // The bank's text is erased with the bank details, which may already be gone.
      const words = refund.bankSealed === null ? '' : bankLine!.words;
      await insertBankLine(tx, refund.id, { ...bankLine!, words, kind: to === 'problem' ? 'returned' : 'paid' }, now);
    }
    await steps.effects(tx, all);
    for (const { order, refund, from } of all) {
      const details = {
        ...{ order: order.code, total: refund.total, from },
        ...(reason ? { reason } : {}),
        ...(bankLine ? { transaction: bankLine.transaction } : {}),
      };
      await writeAudit(
        tx,
        {
          actor,
          action: to === 'processed' && refund.status !== to ? 'refund.bank_part_paid' : `refund.${to}`,
          subject: refund.code,
          details,
        },
        now,
      );
    }
    return ok(all.map(({ refund }) => refund));
  });
}

async function whyNot(
  tx: Tx,
  move: Move | undefined,
  to: RefundStatus,
  steps: Steps,
): Promise<AdvanceRefusal | null | undefined> {
  if (!move) return { kind: 'unknown_refund' };
  // Other moves depend on the movements rather than on the status, because a part may go to a card.
  if (to === 'processing' && !canMoveRefund(move.from, to)) return { kind: 'wrong_status', status: move.from };
  return await steps.whyNot?.(tx, move);
}

/** Locks all orders first, then the refunds, each in the order of their ids. */
async function lockMoves(tx: Tx, codes: readonly string[]): Promise<Map<string, Move>> {
  const found: RefundRow[] = [];
  for (const code of codes) {
    const refund = await refundByCode(tx, code);
    if (refund) found.push(refund);
  }
  const ascending = (one: number, other: number) => one - other;
  const orders = new Map<number, OrderRow>();
  for (const id of [...new Set(found.map(({ orderId }) => orderId))].sort(ascending)) {
    orders.set(id, (await lockOrder(tx, id))!);
  }
  const moves = new Map<string, Move>();
  for (const id of found.map((refund) => refund.id).sort(ascending)) {
    const refund = (await lockRefund(tx, id))!;
    moves.set(refund.code, { order: orders.get(refund.orderId)!, refund, from: refund.status });
  }
  return moves;
}
