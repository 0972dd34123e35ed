import {
  type AssignRefusal,
  assignReceipt,
  type BookedTransfer,
  endCharge,
  keepReceipt,
  ordersOwed,
  type ReturnRefusal,
  recordTransfer,
  resetAttempts,
  returnOwed,
  settleReceipt,
  type UndoRefusal,
  undoTransfer,
} from '#features/desk/server/public.ts';
import type { Order } from '#features/orders/contract.ts';
import { attentionText } from '#features/payments/domain/attention.ts';
import { returnText } from '#features/payments/domain/return-text.ts';
import { type OpenReceipt, openReceipts, type ReceiptRow } from '#features/payments/server/public.ts';
import { type SendBackRefusal, sendBack } from '#features/refunds/server/public.ts';
import { chargeBackCommand } from './charge-back.ts';
import { type Command, print, refused, UsageProblem } from './command.ts';
import { disputesCommand } from './disputes.ts';
import { fraudWarningsCommand, settleWarningCommand } from './fraud-warnings.ts';
import { importPaymentsCommand } from './import-payments.ts';
import { snakeCased } from './json.ts';
import { payoutsCommand, settlePayoutCommand } from './payouts.ts';
import { type RefusalTexts, refusalText } from './refusal-texts.ts';
import { plain, tableText } from './table.ts';
import { amountOf, dayText, momentOf, momentText, moneyText, statusText } from './values.ts';
import { asHelp, asOption, type OperatorShop, withOperator } from './with-operator.ts';
import { readWords, receiptNumber, transactionOf } from './words.ts';

type OrderStatus = Order['payment_status'];

const recordCommand: Command = {
  name: 'payments record',
  takes: '<order or payment> <amount> --transaction ID [--date DAY]',
  does: 'Record a bank transfer: exact, short, over, late, duplicate or without an order. Each bank transaction is recorded only once.',
  options: [
    ['--transaction ID', 'The bank’s transaction ID.'],
    ['--date DAY', 'When it arrived, for example 2027-01-31. Default: now.'],
    asHelp,
  ],
  more: `The first argument is the reference given on the transfer: an order code (SLK-7Q4M2X) or a payment reference (SLK-7Q4M2X-2).
The money is applied to the payment named, or to the first unpaid one, and then to any later ones that it covers in full.
Anything left over is kept in suspense: see "payments list-open", "payments assign" and "payments settle".`,
  async run(words) {
    const { values, positionals } = readWords(words, {
      options: { ...asOption, transaction: { type: 'string' }, date: { type: 'string' } },
      takes: ['The order or payment', 'The amount'],
    });
    const transaction = transactionOf(values.transaction);
    const [reference, amountText] = positionals as [string, string];
    if (reference.length > 200) throw new UsageProblem('The transfer’s reference can have at most 200 characters.');
    return await withOperator(values.as, async (operator) => {
      const { shop, now, actor } = operator;
      const amount = amountOf(amountText, shop);
      const receivedAt = values.date === undefined ? now : dayOfArrival(values.date, operator);
      const booked = await recordTransfer(
        transferParts(operator),
        { words: reference, amount, transaction, receivedAt, actor },
        now,
      );
      if (!booked.ok) return bookedBefore(booked.error.receipt, amount, operator);
      printBooked(booked.value, amount, reference, operator);
      return 0;
    });
  },
};

/** The middle of a past day. Today is the current moment, so that no payment precedes its order. */
function dayOfArrival(text: string, { shop, now }: OperatorShop): Date {
  const day = momentOf(text, '--date', shop);
  if (day > now) throw new UsageProblem('--date is in the future.');
  const noon = new Date(day.getTime() + (text.trim().length > 10 ? 0 : 12 * 3_600_000));
  return noon < now ? noon : now;
}

function bookedBefore(receipt: ReceiptRow, amount: number, { shop }: OperatorShop): number {
  const text = `Transfer ${plain(receipt.transaction)} has already been recorded as receipt ${receipt.id} of ${moneyText(receipt.amount, shop)} for "${plain(receipt.words)}".`;
  if (receipt.amount !== amount) return refused(`${text} The amount differs.`);
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

const payments = (count: number): string => (count === 1 ? 'one payment' : `${count} payments`);

const paidSoFar = (
  order: { paymentStatus: OrderStatus; totalPaid: number; totalPrice: number },
  shop: OperatorShop['shop'],
): string =>
  `${statusText(order.paymentStatus)}: ${moneyText(order.totalPaid, shop)} of ${moneyText(order.totalPrice, shop)} paid`;

const undoCommand: Command = {
  name: 'payments undo',
  takes: '<receipt>',
  does: 'Undo a bank transfer that was recorded by mistake, unless something later depends on it. The order’s customer is notified.',
  options: [asHelp],
  more: 'The order awaits payment again, and the same bank transaction can be recorded again, for another order. If the transaction paid several orders, all of it is undone.',
  async run(words) {
    const { values, positionals } = readWords(words, { options: asOption, takes: ['The receipt number'] });
    const receiptId = receiptNumber(positionals[0]!);
    return await withOperator(values.as, async ({ db, parts, shop, now, actor }) => {
      const undone = await undoTransfer({ db, money: parts.money }, { receiptId, actor }, now);
      if (!undone.ok) return refused(refusalText(undoTexts, undone.error));
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

const assignCommand: Command = {
  name: 'payments assign',
  takes: '<receipt> <order or payment>',
  does: 'Assign money in suspense to an order or payment, as if it had just arrived for it.',
  options: [asHelp],
  async run(words) {
    const { values, positionals } = readWords(words, {
      options: asOption,
      takes: ['The receipt number', 'The order or payment'],
    });
    const receiptId = receiptNumber(positionals[0]!);
    return await withOperator(values.as, async (operator) => {
      const { now, actor, shop } = operator;
      const wanted = { receiptId, words: positionals[1]!, actor };
      const assigned = await assignReceipt(transferParts(operator), wanted, now);
      if (!assigned.ok) return refused(refusalText(assignTexts, assigned.error));
      const { order, shares, rest, attention } = assigned.value;
      const counted = shares.reduce((all, share) => all + share.amount, 0);
      print(
        `${moneyText(counted, shop)} of receipt ${receiptId} was applied to order ${order.code}, ${payments(shares.length)}.`,
      );
      if (attention === 'short') print('This is less than the amount due; the rest is still outstanding.');
      if (rest > 0) print(`${moneyText(rest, shop)} is still surplus and stays in suspense.`);
      print(`Order ${order.code} ${paidSoFar(order, shop)}.`);
      return 0;
    });
  },
};

const assignTexts: RefusalTexts<AssignRefusal> = {
  unknown_receipt: () => 'There is no such receipt; see payments list-open.',
  unknown_order: () => 'There is no such order or payment.',
  nothing_in_suspense: () => 'None of this money is in suspense.',
  on_its_way_back: () => 'This money is on its way back to the card.',
  other_currency: ({ currency }) => `This money is in ${currency}; only the shop’s own currency can be assigned.`,
  paid_already: ({ code }) => `The payment you named in order ${code} has already been made.`,
  cannot_be_served: ({ code }) =>
    `Order ${code} cannot be fulfilled with this money: its stock or voucher is no longer available, its plan was refunded, or the amount is too low.`,
};

const settleCommand: Command = {
  name: 'payments settle',
  takes: '<receipt> --note TEXT [--returned]',
  does: 'Remove money from the open list, with a note on how it was dealt with.',
  options: [
    ['--note TEXT', 'What was done, for future reference.'],
    ['--returned', 'The money in suspense was sent back to its sender; record it as returned.'],
    asHelp,
  ],
  async run(words) {
    const { values, positionals } = readWords(words, {
      options: { ...asOption, note: { type: 'string' }, returned: { type: 'boolean' } },
      takes: ['The receipt number'],
    });
    const receiptId = receiptNumber(positionals[0]!);
    const note = values.note?.trim() ?? '';
    if (note === '' || note.length > 2_000)
      throw new UsageProblem('--note must say how it was dealt with, in up to 2,000 characters.');
    return await withOperator(values.as, async ({ db, shop, now, actor }) => {
      const wanted = { receiptId, note, isReturned: values.returned ?? false, actor };
      const settled = await settleReceipt({ db, currency: shop.public.currency }, wanted, now);
      if (!settled.ok) {
        return refused(
          {
            unknown_receipt: 'There is no such receipt; see payments list-open.',
            not_waiting: 'This money is not open: it has already been applied or settled.',
            nothing_in_suspense: 'None of this money is in suspense, so none can have been returned.',
            on_its_way_back: 'This money is on its way back to the card and will be settled automatically.',
          }[settled.error.kind],
        );
      }
      const { receipt, returned } = settled.value;
      if (returned > 0) print(`${receiptMoney({ ...receipt, amount: returned }, shop)} is recorded as returned.`);
      else if (receipt.suspended > 0)
        print(`${receiptMoney({ ...receipt, amount: receipt.suspended }, shop)} stays in suspense.`);
      print(`Receipt ${receiptId} is settled.`);
      return 0;
    });
  },
};

const listCommand: Command = {
  name: 'payments list-open',
  takes: '[--json]',
  does: 'List money that needs your attention and amounts owed on ended orders.',
  options: [['--json', 'As JSON, amounts in minor units.']],
  async run(words) {
    const { values } = readWords(words, { options: { json: { type: 'boolean' } }, takes: [] });
    return await withOperator(undefined, async ({ db, shop }) => {
      const receipts = await openReceipts(db, 1_000);
      const owed = await ordersOwed(db, 1_000);
      if (values.json) {
        print(JSON.stringify({ receipts: snakeCased(receipts), owed }, null, 2));
        return 0;
      }
      if (receipts.length === 0) print('No money needs your attention.');
      else {
        const rows = receipts.map((receipt) => [
          String(receipt.id),
          dayText(receipt.receivedAt, shop),
          plain(`${receipt.source} ${receipt.transaction}`),
          receiptMoney(receipt, shop),
          attentionText[receipt.attention!],
          receipt.suspended > 0 ? `${receiptMoney({ ...receipt, amount: receipt.suspended }, shop)} in suspense` : '',
          receipt.orderCode ?? '',
          plain(receipt.words),
          plain(returnsText(receipt, shop)),
        ]);
        print(tableText([['receipt', 'arrived', 'from', 'amount', '', '', 'order', 'says', ''], ...rows], [0, 3]));
      }
      if (owed.length > 0) {
        print('\nOwed to customers of ended orders (send it back, then run: payments return):');
        const rows = owed.map(({ code, owed: amount, customer_name: name, customer_email: email }) => [
          code,
          moneyText(amount, shop),
          plain(`${name} <${email}>`),
        ]);
        print(tableText(rows, [1]));
      }
      return 0;
    });
  },
};

const returnsText = (receipt: OpenReceipt, shop: OperatorShop['shop']): string =>
  returnText({ returnAt: receipt.returnAt, status: receipt.returnStatus, reason: receipt.returnReason }, (at) =>
    momentText(at, shop),
  );

const returnCommand: Command = {
  name: 'payments return',
  takes: '<receipt> | <order> <amount> --transaction ID',
  does: 'Send card money in suspense back to the card now, or record money you have sent back for a partially paid order that was cancelled.',
  options: [['--transaction ID', 'With an order: the bank’s ID for your transfer.'], asHelp],
  more: 'Card money that arrived late, twice or in excess is sent back automatically after an hour: see "payments list-open" and "payments keep".',
  async run(words) {
    const { values, positionals } = readWords(words, {
      options: { ...asOption, transaction: { type: 'string' } },
      takes: ['The receipt number or the order'],
      mayFollow: 1,
    });
    if (positionals.length === 1) {
      if (!/^\d+$/.test(positionals[0]!)) throw new UsageProblem('The amount is missing.');
      return await sendReceiptBack(receiptNumber(positionals[0]!), values.as);
    }
    const transaction = transactionOf(values.transaction);
    return await withOperator(values.as, async ({ db, shop, now, actor }) => {
      const wanted = { code: positionals[0]!, amount: amountOf(positionals[1]!, shop), transaction, actor };
      const returned = await returnOwed({ db }, wanted, now);
      if (!returned.ok) return refused(refusalText(returnTexts, returned.error, shop));
      const { order, owed } = returned.value;
      print(`${moneyText(wanted.amount, shop)} is recorded as returned for order ${order.code}.`);
      print(owed > 0 ? `${moneyText(owed, shop)} is still owed.` : 'Nothing is owed now.');
      return 0;
    });
  },
};

const returnTexts: RefusalTexts<ReturnRefusal, [shop: OperatorShop['shop']]> = {
  unknown_order: () => 'There is no such order.',
  not_over: () => 'This order is still valid. To send its money back, create a refund.',
  more_than_owed: ({ owed }, shop) => `That is more than is owed: ${moneyText(owed, shop)}.`,
  booked_before: () => 'This transfer has already been recorded for this order.',
};

const sendReceiptBack = (receiptId: number, as: string | undefined): Promise<number> =>
  withOperator(as, async ({ parts, shop, now, actor }) => {
    const sent = await sendBack(parts.refunds, { receiptId, actor }, now);
    if (!sent.ok) return refused(refusalText(sendBackTexts, sent.error));
    const { amount, gateway, order } = sent.value;
    print(`${moneyText(amount, shop)} of receipt ${receiptId} will go back to the card through ${gateway}.`);
    print(
      `The running shop will ask ${gateway} for this and email the customer of order ${order.code} once the money has been sent.`,
    );
    return 0;
  });

const sendBackTexts: RefusalTexts<SendBackRefusal> = {
  unknown_receipt: () => 'There is no such receipt; see payments list-open.',
  not_by_card: () =>
    'This money did not come from a card payment in this shop: send it back yourself, then run payments settle --returned.',
  not_waiting: () => 'This money is not open: it has already been applied or settled.',
  nothing_in_suspense: () => 'None of this money is in suspense.',
  other_currency: ({ currency }) =>
    `This money is in ${currency}: send it back on the payment provider’s website, then run payments settle --returned.`,
  on_its_way: () => 'This money is already on its way back to the card.',
  disputed: () =>
    'This payment is disputed, so the cardholder’s bank may take the money anyway: see payments disputes.',
  gateway_cannot: ({ gateway }) =>
    `${gateway} cannot send this money back: return it another way, then run payments settle --returned.`,
};

const keepCommand: Command = {
  name: 'payments keep',
  takes: '<receipt> --reason TEXT',
  does: 'Stop card money from being sent back automatically. It stays open until you assign, return or settle it.',
  options: [
    ['--reason TEXT', 'The reason, for the audit log. The log is kept forever, so do not include names.'],
    asHelp,
  ],
  async run(words) {
    const { values, positionals } = readWords(words, {
      options: { ...asOption, reason: { type: 'string' } },
      takes: ['The receipt number'],
    });
    const receiptId = receiptNumber(positionals[0]!);
    const reason = values.reason?.trim() ?? '';
    if (reason === '' || reason.length > 2_000)
      throw new UsageProblem('--reason must say why you are keeping the money, in up to 2,000 characters.');
    return await withOperator(values.as, async ({ db, shop, now, actor }) => {
      const kept = await keepReceipt({ db }, { receiptId, reason, actor }, now);
      if (!kept.ok) {
        return refused(
          {
            unknown_receipt: 'There is no such receipt; see payments list-open.',
            on_its_way_back: 'This money is already on its way back to the card.',
            stays_anyway: 'This money is not due to be sent back automatically.',
          }[kept.error.kind],
        );
      }
      print(`${receiptMoney({ ...kept.value, amount: kept.value.suspended }, shop)} stays in suspense.`);
      return 0;
    });
  },
};

const endChargeCommand: Command = {
  name: 'payments end-charge',
  takes: '<reference> --reason TEXT',
  does: 'Close a charge to a saved card that the provider has not confirmed for a day and that you could not find there.',
  options: [
    ['--reason TEXT', 'How you know, for the audit log. The log is kept forever, so do not include names.'],
    asHelp,
  ],
  more: 'shop doctor lists such charges. The customer can then pay using the link. If the money arrives after all, it is applied, or sent back to the card if the instalment has been paid in the meantime.',
  async run(words) {
    const { values, positionals } = readWords(words, {
      options: { ...asOption, reason: { type: 'string' } },
      takes: ['The reference of the charge'],
    });
    const reason = values.reason?.trim() ?? '';
    if (reason === '' || reason.length > 2_000)
      throw new UsageProblem('--reason must say how you know, in up to 2,000 characters.');
    return await withOperator(values.as, async ({ db, now, actor }) => {
      const ended = await endCharge({ db }, { reference: positionals[0]!, reason, actor }, now);
      if (!ended.ok) {
        return refused(
          {
            unknown_charge: 'There is no such charge to a saved card; shop doctor lists unconfirmed charges.',
            ended_before: 'The outcome of this charge is known.',
            still_repeated: 'This charge is less than a day old; the shop is still checking it with the provider.',
          }[ended.error.kind],
        );
      }
      print(`Charge ${ended.value.reference} of order ${ended.value.orderCode} is closed.`);
      return 0;
    });
  },
};

const resetCommand: Command = {
  name: 'payments reset-attempts',
  takes: '<payment>',
  does: 'Let the customer retry a card payment that has reached its maximum number of attempts.',
  options: [asHelp],
  async run(words) {
    const { values, positionals } = readWords(words, { options: asOption, takes: ['The payment reference'] });
    return await withOperator(values.as, async ({ db, now, actor }) => {
      const reset = await resetAttempts({ db }, { reference: positionals[0]!, actor }, now);
      if (!reset.ok) {
        return refused(
          {
            unknown_reference:
              'There is no such payment; its reference is the order code with a number, for example SLK-7Q4M2X-2.',
            paid_already: 'This payment has already been paid.',
          }[reset.error.kind],
        );
      }
      const { reference, attempts } = reset.value;
      print(`Payment ${reference} had ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}; the count is back to 0.`);
      return 0;
    });
  },
};

const transferParts = ({ db, parts, shop }: OperatorShop) => ({
  db,
  money: parts.money,
  currency: shop.public.currency,
});

/** The shop's currency as customers read it. Another currency's digits are unknown. */
const receiptMoney = (
  { amount, currency }: { amount: number; currency: string },
  shop: OperatorShop['shop'],
): string => (currency === shop.public.currency ? moneyText(amount, shop) : `${amount} ${currency} (minor units)`);

export const paymentCommands: readonly Command[] = [
  importPaymentsCommand,
  recordCommand,
  undoCommand,
  listCommand,
  assignCommand,
  settleCommand,
  keepCommand,
  returnCommand,
  chargeBackCommand,
  disputesCommand,
  fraudWarningsCommand,
  settleWarningCommand,
  payoutsCommand,
  settlePayoutCommand,
  resetCommand,
  endChargeCommand,
];
