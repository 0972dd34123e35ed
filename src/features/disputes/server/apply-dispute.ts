import {
  type ChargeBackParts,
  chargeBackWithin,
  ordersOfReceipt,
  returnChargedBack,
} from '#features/desk/server/public.ts';
import { isIssued, issuesItems, statusByMoney } from '#features/orders/domain/order-status.ts';
import { lockOrder, moveOrder, type OrderRow, paymentsOf } from '#features/orders/server/public.ts';
import {
  type GatewayFact,
  issueOrder,
  type MoneyParts,
  receiptByTransaction,
} from '#features/payments/server/public.ts';
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
 * Applies what a gateway says about a dispute; repeated and late messages change nothing. While it is undecided or
 * lost, its order is a problem whose tickets are not admitted. The money is booked as charged back once it is taken,
 * and returned if the dispute is won. Disputes of payments that nobody here knows are only listed.
 */
export async function applyDispute(parts: DisputeParts, gateway: string, fact: DisputeFact, now: Date): Promise<void> {
  const currency = await parts.currency();
  await parts.db.stockTransaction(async (tx) => {
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
    // An older message has an older deadline and older words.
    if (dispute.state === fact.state) {
      dispute.answerBy = fact.answerBy === null ? null : new Date(fact.answerBy);
      dispute.reason = fact.reason;
    }
    const isNews = before !== dispute.state || dispute.receiptId === null;
    dispute.receiptId = receipt?.id ?? null;
    const work: Work = {
      tx,
      parts: { ...parts, currency },
      dispute,
      orders,
      actor: { kind: 'gateway', name: gateway },
      now,
    };
    // A repetition must not undo what the operator has decided since.
    if (receipt && isNews) await bringIntoLine(work);
    await saveDispute(tx, dispute, now);
    if (before !== dispute.state) {
      const { disputeId, state, amount, taken } = dispute;
      const subject = orders[0]?.code ?? `dispute ${gateway} ${disputeId}`;
      const details = { dispute: disputeId, amount, taken };
      await writeAudit(tx, { actor: work.actor, action: `dispute.${state}`, subject, details }, now);
    }
  });
}

interface Work {
  readonly tx: Tx;
  readonly parts: Omit<DisputeParts, 'currency'> & { readonly currency: string };
  readonly dispute: DisputeRow;
  /** Locked. */
  readonly orders: readonly OrderRow[];
  readonly actor: Actor;
  readonly now: Date;
}

/** Money and admission, as the dispute's state wants them. */
async function bringIntoLine(work: Work): Promise<void> {
  const { state, taken } = work.dispute;
  if (takesMoney(state)) {
    if (taken === 0) await takeMoney(work);
  } else if (state === 'won') {
    if (taken > 0) await giveMoneyBack(work);
    await thaw(work);
  } else {
    await freeze(work);
  }
}

/** Names the movement in the ledger; another one each time it is taken. */
const movementOf = ({ disputeId, takings }: DisputeRow): string =>
  takings <= 1 ? disputeId : `${disputeId} (${takings})`;

async function takeMoney({ tx, parts, dispute, actor, now }: Work): Promise<void> {
  const take = (amount: number) => {
    const transaction = movementOf({ ...dispute, takings: dispute.takings + 1 });
    return chargeBackWithin(
      tx,
      parts,
      { receiptId: dispute.receiptId!, amount: minor(amount), transaction, actor },
      now,
    );
  };
  let amount = dispute.amount;
  let booked = await take(amount);
  // A part was refunded or charged back before.
  if (!booked.ok && booked.error.kind === 'more_than_there_is' && booked.error.left > 0) {
    amount = booked.error.left;
    booked = await take(amount);
  }
  if (!booked.ok) return;
  dispute.taken = amount;
  dispute.takings += 1;
}

async function giveMoneyBack({ tx, parts, dispute, actor, now }: Work): Promise<void> {
  const { receiptId, taken } = dispute;
  const transaction = movementOf(dispute);
  await returnChargedBack(tx, parts, { receiptId: receiptId!, amount: minor(taken), transaction, actor }, now);
  dispute.taken = 0;
}

async function freeze({ tx, dispute, orders }: Work): Promise<void> {
  for (const order of orders) {
    if (order.stock_released) continue;
    const isProblem = order.payment_status === 'problem';
    if (isProblem ? !(await isFrozenByAnother(tx, order.id, dispute.id)) : !isIssued(order.payment_status)) continue;
    await moveOrder(tx, order, 'problem');
    await awaitPaymentAgain(tx, order.id);
    dispute.frozenOrders.push(order.id);
  }
}

/** Orders are as before, unless another dispute or missing money keeps them a problem. */
async function thaw({ tx, parts, dispute, orders, now }: Work): Promise<void> {
  for (const order of orders) {
    if (!dispute.frozenOrders.includes(order.id) || order.payment_status !== 'problem') continue;
    if (await hasOtherDispute(tx, order.id, dispute.id)) continue;
    const to = statusByMoney(order.total_price, order.total_paid);
    if (to === 'pending' || order.stock_released) continue;
    await moveOrder(tx, order, to);
    const payments = await paymentsOf(tx, [order.id]);
    if (issuesItems(to, { isPlan: order.has_payment_plan, payments })) await issueOrder(tx, parts.money, order, now);
  }
  dispute.frozenOrders = [];
}
