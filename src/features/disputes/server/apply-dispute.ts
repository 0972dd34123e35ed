import {
  type ChargeBackParts,
  chargeBackWithin,
  ordersOfReceipt,
  returnChargedBack,
  sharesOfReceipt,
} from '#features/desk/server/public.ts';
import { isIssued, issuesItems, statusByMoney } from '#features/orders/domain/order-status.ts';
import { lockOrder, moveOrder, type OrderRow, paymentsOf } from '#features/orders/server/public.ts';
import {
  type FactOutcome,
  type GatewayFact,
  issueOrders,
  type MoneyParts,
  type ReceiptRow,
  receiptByTransaction,
  resumeIfPlan,
} from '#features/payments/server/public.ts';
import { loadShop } from '#features/shop-config/server/public.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import { awaitPaymentAgain } from '#features/tickets/server/public.ts';
import type { Actor } from '#kernel/actor.ts';
import { minor } from '#kernel/money.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { stateAfter, takesMoney } from '../domain/dispute-state.ts';
import {
  type DisputeRow,
  hasOtherDispute,
  isFrozenByAnother,
  lockOrInsertDispute,
  saveDispute,
} from './dispute-store.ts';

export interface DisputeParts extends Pick<ChargeBackParts, 'takeBackRequests'> {
  readonly db: Db;
  readonly money: MoneyParts;
  currency(): Promise<string>;
}

type DisputeFact = Extract<GatewayFact, { about: 'dispute' }>;

/**
 * Applies a gateway's message about a dispute; repeated and late messages change nothing. While the dispute is
 * undecided or lost, its order has the status problem and its tickets are not admitted. The money is booked as charged
 * back once the gateway has taken it, and as returned if the dispute is won. A dispute of a payment that the shop does
 * not know is only listed, and the result is `early`.
 */
export async function applyDispute(
  parts: DisputeParts,
  gateway: string,
  fact: DisputeFact,
  now: Date,
): Promise<FactOutcome> {
  const currency = await parts.currency();
  return await parts.db.stockTransaction(async (tx) => {
    const receipt = await receiptByTransaction(tx, gateway, fact.transaction);
    const orders: OrderRow[] = [];
    for (const id of receipt ? await ordersOfReceipt(tx, receipt.id) : []) orders.push((await lockOrder(tx, id))!);
    const { dispute, isNew } = await lockOrInsertDispute(
      tx,
      {
        gateway,
        disputeId: fact.id,
        transaction: fact.transaction,
        state: fact.state,
        amount: fact.amount,
        currency: fact.currency,
        answerBy: fact.answerBy === null ? null : new Date(fact.answerBy),
        reason: fact.reason,
      },
      now,
    );
    const before = isNew ? null : dispute.state;
    dispute.state = stateAfter(before, fact.state);
    // A late message must not overwrite the deadline and the reason with older ones.
    if (dispute.state === fact.state) {
      dispute.answerBy = fact.answerBy === null ? null : new Date(fact.answerBy);
      dispute.reason = fact.reason;
      // A bank may take less than the amount it disputed at first.
      if (dispute.taken === 0) dispute.amount = fact.amount;
    }
    const isUpdate = before !== dispute.state || dispute.receiptId === null;
    dispute.receiptId = receipt?.id ?? null;
    const work = {
      tx,
      parts: { ...parts, currency },
      dispute,
      orders,
      actor: { kind: 'gateway', name: gateway } as const,
      now,
    };
    // A repeated message must not undo a later decision of the operator.
    if (receipt && isUpdate) await bringIntoLine({ ...work, receipt });
    await saveDispute(tx, dispute, now);
    if (before !== dispute.state) {
      const { disputeId, state, amount, taken } = dispute;
      const subject = orders[0]?.code ?? `dispute ${gateway} ${disputeId}`;
      const details = { dispute: disputeId, amount, taken };
      await writeAudit(tx, { actor: work.actor, action: `dispute.${state}`, subject, details }, now);
    }
    return receipt ? 'applied' : 'early';
  });
}

interface Work {
  readonly tx: Tx;
  readonly parts: Omit<DisputeParts, 'currency'> & { readonly currency: string };
  readonly dispute: DisputeRow;
  readonly receipt: ReceiptRow;
  /** The receipt's orders, locked. */
  readonly orders: readonly OrderRow[];
  readonly actor: Actor;
  readonly now: Date;
}

/** Brings money and admission into line with the dispute's state. */
async function bringIntoLine(work: Work): Promise<void> {
  const { state, taken, currency } = work.dispute;
  // A sum in another currency cannot be compared with the payment.
  const isCountable = currency === work.receipt.currency;
  if (takesMoney(state) && isCountable) {
    if (taken === 0) await takeMoney(work);
  } else if (state === 'won') {
    if (taken > 0) await returnMoney(work);
    await thaw(work);
  } else {
    await freeze(work);
  }
}

/** The key of the movement in the ledger, which differs each time the money is taken. */
const movementOf = ({ disputeId, takings }: DisputeRow): string =>
  takings <= 1 ? disputeId : `${disputeId} (${takings})`;

/** Books the amount that the gateway took, up to the payment's amount, even if part of it was refunded before. */
async function takeMoney({ tx, parts, dispute, receipt, actor, now }: Work): Promise<void> {
  const amount = minor(Math.min(dispute.amount, receipt.amount));
  const transaction = movementOf({ ...dispute, takings: dispute.takings + 1 });
  const taken = { receiptId: receipt.id, amount, transaction, actor, by: 'provider' } as const;
  const booked = await chargeBackWithin(tx, parts, taken, now);
  if (!booked.ok) return;
  dispute.taken = amount;
  dispute.takings += 1;
}

async function returnMoney({ tx, parts, dispute, receipt, actor, now }: Work): Promise<void> {
  const amount = minor(dispute.taken);
  const transaction = movementOf(dispute);
  await returnChargedBack(tx, parts, { receiptId: receipt.id, amount, transaction, actor }, now);
  dispute.taken = 0;
}

/** Stops the payment's orders. An order that other money has paid stays as it is. */
async function freeze({ tx, dispute, receipt, orders }: Work): Promise<void> {
  const paidOrderIds = (await sharesOfReceipt(tx, receipt.id)).map(({ orderId }) => orderId);
  for (const order of orders) {
    if (order.stockReleased || !paidOrderIds.includes(order.id)) continue;
    const isProblem = order.paymentStatus === 'problem';
    if (isProblem ? !(await isFrozenByAnother(tx, order.id, dispute.id)) : !isIssued(order.paymentStatus)) continue;
    await moveOrder(tx, order, 'problem');
    await awaitPaymentAgain(tx, order.id);
    dispute.frozenOrders.push(order.id);
  }
}

/** Restores the orders, unless another dispute or missing money keeps them in the status problem. */
async function thaw({ tx, parts, dispute, orders, now }: Work): Promise<void> {
  for (const order of orders) {
    if (!dispute.frozenOrders.includes(order.id) || order.paymentStatus !== 'problem') continue;
    if (await hasOtherDispute(tx, order.id, dispute.id)) continue;
    const to = statusByMoney(order.totalPrice, order.totalPaid);
    if (to === 'pending' || order.stockReleased) continue;
    await moveOrder(tx, order, to);
    const payments = await paymentsOf(tx, [order.id]);
    const money = { ...parts.money, shop: await loadShop(tx) };
    if (issuesItems(to, { isPlan: order.hasPaymentPlan, payments })) await issueOrders(tx, money, [{ order }], now);
    await resumeIfPlan(tx, money, order, now);
  }
  dispute.frozenOrders = [];
}
