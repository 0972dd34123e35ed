import { expect } from 'vitest';
import { sharesOfReceipt } from '#features/desk/server/charge-back-store.ts';
import {
  assignReceipt,
  cancelOrder,
  chargeBack,
  type OperatorOrderParts,
  recordTransfer,
  resetAttempts,
  settleProblem,
  settleReceipt,
} from '#features/desk/server/public.ts';
import { moneyLeftOf } from '#features/ledger/server/public.ts';
import { type ReceiptRow, receiptByTransaction } from '#features/payments/server/receipt-store.ts';
import { finishRefund, holdRefund, startRefund, takeBackRequests } from '#features/refunds/server/public.ts';
import { commandLine } from '#kernel/actor.ts';
import { minor } from '#kernel/money.ts';
import { type Model, type Order, type Payment, type Receipt, statusFor } from './model.ts';
import { refundsOf, type Step, takeOverStatuses } from './step.ts';
import type { World } from './world.ts';

const ACTOR = commandLine('operator');

const advanceRefund: Step = async (model, world, picks) => {
  const found = picks.of(refundsOf(model));
  if (!found) return null;
  const { order, refund } = found;
  const to = picks.of(['processing', 'processing', 'processed', 'problem'] as const)!;
  const advance = { processing: startRefund, processed: finishRefund, problem: holdRefund }[to];
  const done = await advance(
    world.parts.refunds,
    { code: refund.code, actor: commandLine('operator') },
    world.app.clock.now(),
  );
  const from = refund.status;
  const isPossible =
    to === 'processing'
      ? from === 'problem' ||
        (from === 'active' &&
          (order.released || order.status === 'paid' || order.status === 'partial') &&
          !attemptsAreOpen(order))
      : from === 'processing';
  expect([refund.code, to, done.ok], JSON.stringify(done)).toEqual([refund.code, to, isPossible]);
  if (!isPossible) return `${to} refused`;
  model.setRefund(order, refund, to);
  return to;
};

const attemptsAreOpen = (order: Order) =>
  order.payments.some(
    ({ status, attempts }) =>
      status === 'processing' ||
      (status !== 'paid' && attempts.some(({ known }) => known === 'open' || known === 'processing')),
  );

const operatorParts = ({ app, parts }: World): OperatorOrderParts => ({
  db: app.db,
  settle: parts.settle,
  money: parts.money,
  gateways: parts.gateways,
  orderCancelled: parts.orderCancelled,
});
const transferParts = ({ app, parts }: World) => ({ db: app.db, money: parts.money, currency: 'EUR' });

/** Returns the payment that money counts for if its text names only the order's code. */
const firstPayable = (order: Order): Payment | undefined =>
  order.payments.find((payment) => payment.paid < payment.amount) ?? order.payments.at(-1);

/**
 * Makes a transfer of the due amount or another one. It names an order, a payment, or nothing known. Some are entered
 * twice.
 */
const transfer: Step = async (model, world, picks) => {
  const order = picks.of(model.orders);
  if (!order) return null;
  const isUnmatched = picks.oneIn(10);
  const named = picks.oneIn(2) ? picks.of(order.payments) : undefined;
  const payment = named ?? firstPayable(order);
  const missing = payment ? payment.amount - payment.paid : 5_000;
  const all = Math.max(1, order.total - order.paid);
  const amount = picks.of([missing, missing, missing, all, Math.ceil(missing / 2), missing + 100])! || 1_000;
  const text = isUnmatched ? 'rent for May' : (named?.reference ?? order.code);
  const written = picks.oneIn(2) ? text.toLowerCase().replaceAll('-', ' ') : text;
  const transaction = `bank-${picks.number(100_000_000)}-${picks.number(100_000_000)}`;
  const now = world.app.clock.now();
  const book = () =>
    recordTransfer(
      transferParts(world),
      { words: written, amount: minor(amount), transaction, receivedAt: now, actor: ACTOR },
      now,
    );
  expect(await book()).toMatchObject({ ok: true });
  if (picks.oneIn(4)) expect(await book()).toMatchObject({ ok: false, error: { kind: 'booked_before' } });
  const open = { transaction, isSettled: false, suspended: amount };
  if (isUnmatched) model.receipts.push({ ...open, order: null, payment: null, attention: 'unmatched' });
  else if (!payment) model.receipts.push({ ...open, order, payment: null, attention: 'double' });
  else {
    const was = order.status;
    model.arrive(order, payment, amount, transaction);
    return `for ${was}: ${order.status}`;
  }
  return isUnmatched ? 'unmatched' : 'for nothing to pay';
};

const assign: Step = async (model, world, picks) => {
  const receipt = picks.of(model.receipts.filter((one) => one.transaction !== null));
  const order = picks.of(model.orders.filter((one) => one.payments.length > 0));
  if (!receipt || !order) return null;
  const receiptId = await idOf(world, receipt.transaction!);
  const wanted = { receiptId, words: order.code, actor: ACTOR };
  const done = await assignReceipt(transferParts(world), wanted, world.app.clock.now());
  const canBeAssigned = receipt.attention !== 'currency' && receipt.suspended > 0;
  const isDone = canBeAssigned && model.arrive(order, firstPayable(order)!, receipt.suspended, null, receipt);
  expect([receipt.transaction, order.code, done.ok], JSON.stringify(done)).toEqual([
    receipt.transaction,
    order.code,
    isDone,
  ]);
  if (isDone) model.endPaymentProblems(order);
  return isDone ? 'done' : 'refused';
};

const settle: Step = async (model, world, picks) => {
  const receipt = picks.of(model.receipts.filter((one) => one.transaction !== null));
  if (!receipt) return null;
  const isReturned = picks.oneIn(2);
  const wanted = { receiptId: await idOf(world, receipt.transaction!), note: 'seen', isReturned, actor: ACTOR };
  const done = await settleReceipt({ db: world.app.db, currency: 'EUR' }, wanted, world.app.clock.now());
  const isPossible = !receipt.isSettled && (!isReturned || receipt.suspended > 0);
  expect([receipt.transaction, done.ok], JSON.stringify(done)).toEqual([receipt.transaction, isPossible]);
  if (!isPossible) return 'refused';
  receipt.isSettled = true;
  if (isReturned) receipt.suspended = 0;
  if (receipt.order) model.endPaymentProblems(receipt.order);
  return isReturned ? 'sent back' : 'noted';
};

async function idOf({ app }: World, transaction: string): Promise<number> {
  const found =
    (await receiptByTransaction(app.db, 'bank', transaction)) ??
    (await receiptByTransaction(app.db, 'sandbox', transaction));
  return found!.id;
}

/** Takes money back, as a card's holder or a bank may: all of a receipt, half of it, or more than there is. */
const takeBack: Step = async (model, world, picks) => {
  const { db, clock } = world.app;
  const came = picks.of(await receiptsOfModel(model, world));
  if (!came) return null;
  const { receipt, listed } = came;
  const [kept, shares] = await db.transaction(async (tx) => [
    await moneyLeftOf(tx, receipt.id),
    await sharesOfReceipt(tx, receipt.id),
  ]);
  const amount = picks.of([kept, kept, Math.ceil(kept / 2), kept + 1])! || 1;
  const transaction = `back-${picks.number(100_000_000)}-${picks.number(100_000_000)}`;
  const book = () =>
    chargeBack(
      { db, currency: 'EUR', takeBackRequests },
      { receiptId: receipt.id, amount: minor(amount), transaction, actor: ACTOR },
      clock.now(),
    );
  const references = await paymentReferences(world);
  const counted = shares.map(({ paymentId, amount: share }) => {
    const reference = references.get(paymentId)!;
    const order = model.orders.find(({ payments }) => payments.some((one) => one.reference === reference))!;
    return { order, payment: order.payments.find((one) => one.reference === reference)!, amount: share };
  });
  const done = await book();
  const isPossible = receipt.currency === 'EUR' && amount <= kept;
  expect([receipt.id, amount, done.ok], JSON.stringify(done)).toEqual([receipt.id, amount, isPossible]);
  if (!isPossible) return 'refused';
  if (picks.oneIn(3)) expect(await book()).toMatchObject({ ok: false, error: { kind: 'booked_before' } });
  const was = new Map(model.orders.map((order) => [order, order.status]));
  model.takeBack(listed, receipt.suspended, counted, amount);
  const moved = model.orders.filter((order) => order.status !== was.get(order));
  return moved.length > 0
    ? moved.map((order) => `${was.get(order)} to ${order.status}`).join(', ')
    : 'no order changed';
};

/**
 * Returns the shop's receipts, each with the model's own if the model lists it. Receipts that wait for the operator and
 * that the model does not list are left out.
 */
async function receiptsOfModel(
  model: Model,
  { app }: World,
): Promise<{ receipt: ReceiptRow; listed: Receipt | undefined }[]> {
  const rows = await app.db.rows<{ source: string; transaction: string; attention: string | null }>(
    'select source, transaction, attention from receipts order by id',
  );
  const found: { receipt: ReceiptRow; listed: Receipt | undefined }[] = [];
  for (const { source, transaction, attention } of rows) {
    const listed = model.receipts.find((one) => one.transaction === transaction);
    if (attention !== null && !listed) continue;
    found.push({ receipt: (await receiptByTransaction(app.db, source, transaction))!, listed });
  }
  return found;
}

const paymentReferences = async ({ app }: World): Promise<Map<number, string>> =>
  new Map(
    (await app.db.rows<{ id: number; reference: string }>('select id, reference from payments')).map(
      ({ id, reference }) => [id, reference],
    ),
  );

const cancel: Step = async (model, world, picks) => {
  const order = picks.of(model.orders.filter((one) => one.status !== 'cancelled' && one.status !== 'abandoned'));
  if (!order || picks.oneIn(2)) return null;
  const isEarly = model.mayCancel(order);
  if (isEarly) {
    for (const { attempts } of order.payments) {
      for (const attempt of attempts) if (attempt.truth === 'open') attempt.truth = 'expired';
    }
  }
  const request = { code: order.code, reason: 'Rain', actor: ACTOR };
  const was = order.status;
  const done = await cancelOrder(operatorParts(world), request, world.app.clock.now());
  await takeOverStatuses(model, world);
  const isPossible = isEarly && model.mayCancel(order);
  expect([order.code, done.ok], JSON.stringify(done)).toEqual([order.code, isPossible]);
  if (isPossible) model.end(order, 'cancelled');
  return `${was}${isPossible ? '' : ' refused'}`;
};

const endProblem: Step = async (model, world, picks) => {
  const order = picks.of(model.orders.filter((one) => one.status === 'problem'));
  if (!order) return null;
  const to = picks.of(['paid', 'partial', 'cancelled'] as const)!;
  const request = { code: order.code, to, reason: '', actor: ACTOR };
  const done = await settleProblem(operatorParts(world), request, world.app.clock.now());
  const isPossible =
    to === 'cancelled' ? model.mayCancel(order) : statusFor(order) === to && (!order.released || model.revive(order));
  expect([order.code, to, done.ok], JSON.stringify(done)).toEqual([order.code, to, isPossible]);
  if (!isPossible) return `${to} refused`;
  if (to === 'cancelled') model.end(order, 'cancelled');
  else {
    order.status = to;
    order.isSold = true;
    order.payBy = null;
    model.endPaymentProblems(order);
    model.issue(order);
  }
  return to;
};

const reset: Step = async (model, world, picks) => {
  const payment = picks.of(model.orders.flatMap((one) => one.payments).filter((one) => one.attemptCount > 2));
  if (!payment) return null;
  const wanted = { reference: payment.reference, actor: ACTOR };
  const done = await resetAttempts({ db: world.app.db }, wanted, world.app.clock.now());
  expect(done.ok).toBe(payment.status !== 'paid');
  if (done.ok) payment.attemptCount = 0;
  return done.ok ? 'done' : 'refused';
};

/** The operator's steps, with their weights. */
export const operatorSteps: Readonly<Record<string, { weight: number; step: Step }>> = {
  'advance refund': { weight: 7, step: advanceRefund },
  transfer: { weight: 4, step: transfer },
  'assign money': { weight: 2, step: assign },
  'settle money': { weight: 1, step: settle },
  'take money back': { weight: 2, step: takeBack },
  'cancel order': { weight: 1, step: cancel },
  'end problem': { weight: 2, step: endProblem },
  'reset attempts': { weight: 1, step: reset },
};
