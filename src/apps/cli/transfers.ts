import type { ArrivalRefusal } from '#features/desk/domain/day-of-arrival.ts';
import {
  type BookedTransfer,
  recordTransfer,
  type UndoRefusal,
  undoTransfer,
  whyTransferNotArrived,
} from '#features/desk/server/public.ts';
import type { Order } from '#features/orders/contract.ts';
import type { ReceiptRow } from '#features/payments/server/public.ts';
import { type Command, print, printRefusal, UsageProblem } from './command.ts';
import { type RefusalTexts, refusalText } from './refusal-texts.ts';
import { plain } from './table.ts';
import { amountOf, momentOf, moneyText, numberText, statusText } from './values.ts';
import { actorHelp, actorOption, type OperatorShop, withOperator } from './with-operator.ts';
import { readWords, receiptNumber, transactionOf } from './words.ts';

type OrderStatus = Order['payment_status'];

export const recordCommand: Command = {
  name: 'payments record',
  takes: '<order or payment> <amount> --transaction ID [--date DAY [--before-order]]',
  does: 'Record a bank transfer: exact, short, over, late, duplicate or without an order. Each bank transaction is recorded only once.',
  options: [
    ['--transaction ID', 'The bank’s transaction ID.'],
    ['--date DAY', 'When it arrived, for example 2027-01-31. Default: now.'],
    ['--before-order', 'Confirms that it arrived before the order was placed.'],
    actorHelp,
  ],
  more: `The first argument is the reference given on the transfer: an order code (SLK-7Q4M2X) or a payment reference (SLK-7Q4M2X-2).
The money is applied to the payment named, or to the first unpaid one, and then to any later ones that it covers in full.
Anything left over is kept in suspense: see "payments list-open", "payments assign" and "payments settle".`,
  async run(words) {
    const { values, positionals } = readWords(words, {
      options: {
        ...actorOption,
        transaction: { type: 'string' },
        date: { type: 'string' },
        'before-order': { type: 'boolean' },
      },
      takes: ['The order or payment', 'The amount'],
    });
    const transaction = transactionOf(values.transaction);
    const [reference, amountText] = positionals as [string, string];
    if (reference.length > 200) throw new UsageProblem('The transfer’s reference can have at most 200 characters.');
    return await withOperator(values.as, async (operator) => {
      const { shop, now, actor } = operator;
      const amount = amountOf(amountText, shop);
      const receivedAt = values.date === undefined ? now : dayOfArrival(values.date, operator);
      const isBeforeOrder = values['before-order'] ?? false;
      const transfer = { words: reference, amount, transaction, receivedAt, isBeforeOrder, actor };
      const { timezone } = shop.public;
      const why = await whyTransferNotArrived(operator.db, { ...transfer, timezone }, now);
      if (why) return printRefusal(refusalText(arrivalTexts, why));
      const booked = await recordTransfer(transferParts(operator), transfer, now);
      if (!booked.ok) return bookedBefore(booked.error.receipt, amount, operator);
      printBooked(booked.value, amount, reference, operator);
      return 0;
    });
  },
};

/**
 * Returns the typed time, or noon of a day without one, but at the latest the current moment.
 */
function dayOfArrival(text: string, { shop, now }: OperatorShop): Date {
  const day = momentOf(text, '--date', shop);
  if (day > now) throw new UsageProblem('--date is in the future.');
  const noon = new Date(day.getTime() + (text.trim().length > 10 ? 0 : 12 * 3_600_000));
  return noon < now ? noon : now;
}

const arrivalTexts: RefusalTexts<ArrivalRefusal> = {
  in_future: () => '--date is in the future.',
  before_order: () => 'The order was placed after --date. If the money really came first, add --before-order.',
  too_long_ago: () => '--date is more than two years ago.',
};

function bookedBefore(receipt: ReceiptRow, amount: number, { shop }: OperatorShop): number {
  const text = `Transfer ${numberText(receipt)} has already been recorded as receipt ${receipt.id} of ${moneyText(receipt.amount, shop)} for "${plain(receipt.words)}".`;
  if (receipt.amount !== amount) return printRefusal(`${text} The amount differs.`);
  print(`${text} Nothing was changed.`);
  return 0;
}

function printBooked(booked: BookedTransfer, amount: number, reference: string, { shop }: OperatorShop): void {
  const { receiptId, attention, order, shares, rest } = booked;
  const money = (minor: number) => moneyText(minor, shop);
  print(`Receipt ${receiptId}: ${money(amount)} for "${plain(reference)}" has been recorded.`);
  if (!order) {
    print(
      `There is no such order or payment. The money is in suspense: npm run shop -- payments assign ${receiptId} <order>`,
    );
    return;
  }
  if (shares.length > 0) {
    print(`${money(amount - rest)} was applied to order ${order.code}, ${payments(shares.length)}.`);
  }
  const why: Record<NonNullable<BookedTransfer['attention']>, string> = {
    short: `This is less than the amount due; the rest is still outstanding.`,
    over: `${money(rest)} was overpaid and is in suspense: payments assign ${receiptId} <order>, or payments settle ${receiptId} --returned --note TEXT`,
    double: `This had already been paid. ${money(rest)} is in suspense: payments assign ${receiptId} <order>, or payments settle ${receiptId} --returned --note TEXT`,
    late: `It arrived too late: the order can no longer be fulfilled. ${money(rest)} is in suspense: payments settle ${receiptId} --returned --note TEXT`,
    unmatched: '',
    amount: '',
    currency: '',
    contradicted: '',
  };
  if (attention) print(why[attention]);
  print(`Order ${order.code} ${paidSoFar(order, shop)}.`);
}

export const payments = (count: number): string => (count === 1 ? 'one payment' : `${count} payments`);

export const paidSoFar = (
  order: { paymentStatus: OrderStatus; totalPaid: number; totalPrice: number },
  shop: OperatorShop['shop'],
): string =>
  `${statusText(order.paymentStatus)}: ${moneyText(order.totalPaid, shop)} of ${moneyText(order.totalPrice, shop)} paid`;

export const undoCommand: Command = {
  name: 'payments undo',
  takes: '<receipt>',
  does: 'Undo a bank transfer that was recorded by mistake, unless something later depends on it. The order’s customer is notified.',
  options: [actorHelp],
  more: 'The order awaits payment again, and the same bank transaction can be recorded again, for another order. If the transaction paid several orders, all of it is undone.',
  async run(words) {
    const { values, positionals } = readWords(words, { options: actorOption, takes: ['The receipt number'] });
    const receiptId = receiptNumber(positionals[0]!);
    return await withOperator(values.as, async ({ db, parts, shop, now, actor }) => {
      const undone = await undoTransfer({ db, money: parts.money }, { receiptId, actor }, now);
      if (!undone.ok) return printRefusal(refusalText(undoTexts, undone.error));
      for (const { order, amount } of undone.value) {
        print(`${moneyText(amount, shop)} no longer counts. Order ${order.code} ${paidSoFar(order, shop)}.`);
      }
      print(`Receipt ${receiptId} is undone.`);
      return 0;
    });
  },
};

const undoTexts: RefusalTexts<UndoRefusal> = {
  unknown_receipt: () => 'There is no such receipt.',
  not_a_transfer: () => 'Only a bank transfer can be undone; card money goes back with payments return.',
  undone_before: ({ receiptId }) => `Receipt ${receiptId} has already been undone.`,
  dealt_with: ({ receiptId }) =>
    `The money of receipt ${receiptId} has since been assigned, returned or settled, so it can no longer be undone.`,
  from_earlier_version: () => 'This payment was recorded before payments could be undone; see payments charge-back.',
  order_ended: ({ order }) => `Order ${order} has since been cancelled; its money is owed: see payments return.`,
  order_problem: ({ order }) => `Order ${order} has a payment problem; see orders settle-problem.`,
  has_refunds: ({ order }) => `Order ${order} has a refund, so its payments can no longer be undone.`,
  has_later_money: ({ order }) => `Other money has since arrived for order ${order}; undo the latest payment first.`,
  tickets_changed: ({ order }) =>
    `A ticket of order ${order} has since been given another holder or travel time, so the payment can no longer be undone.`,
};

export const transferParts = ({ db, parts, shop }: OperatorShop) => ({
  db,
  money: parts.money,
  currency: shop.public.currency,
});
