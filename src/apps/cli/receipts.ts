import {
  type AssignRefusal,
  assignReceipt,
  keepReceipt,
  ordersThatOweMoney,
  settleReceipt,
} from '#features/desk/server/public.ts';
import { attentionText } from '#features/payments/domain/attention.ts';
import { returnText } from '#features/payments/domain/return-text.ts';
import { type OpenReceipt, openReceipts } from '#features/payments/server/public.ts';
import { type SendBackRefusal, sendBack } from '#features/refunds/server/public.ts';
import { type Command, print, printRefusal, UsageProblem } from './command.ts';
import { snakeCased } from './json.ts';
import { type RefusalTexts, refusalText } from './refusal-texts.ts';
import { plain, tableText } from './table.ts';
import { paidSoFar, payments, transferParts } from './transfers.ts';
import { dayText, momentText, moneyText, numberText } from './values.ts';
import { actorHelp, actorOption, type OperatorShop, withOperator } from './with-operator.ts';
import { readWords, receiptNumber } from './words.ts';

export const assignCommand: Command = {
  name: 'payments assign',
  takes: '<receipt> <order or payment>',
  does: 'Assign money in suspense to an order or payment, as if it had just arrived for it.',
  options: [actorHelp],
  async run(words) {
    const { values, positionals } = readWords(words, {
      options: actorOption,
      takes: ['The receipt number', 'The order or payment'],
    });
    const receiptId = receiptNumber(positionals[0]!);
    return await withOperator(values.as, async (operator) => {
      const { now, actor, shop } = operator;
      const wanted = { receiptId, words: positionals[1]!, actor };
      const assigned = await assignReceipt(transferParts(operator), wanted, now);
      if (!assigned.ok) return printRefusal(refusalText(assignTexts, assigned.error));
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

export const settleCommand: Command = {
  name: 'payments settle',
  takes: '<receipt> --note TEXT [--returned]',
  does: 'Remove money from the open list, with a note on how it was dealt with.',
  options: [
    ['--note TEXT', 'What was done, for future reference.'],
    ['--returned', 'The money in suspense was sent back to its sender; record it as returned.'],
    actorHelp,
  ],
  async run(words) {
    const { values, positionals } = readWords(words, {
      options: { ...actorOption, note: { type: 'string' }, returned: { type: 'boolean' } },
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
        return printRefusal(
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

export const listCommand: Command = {
  name: 'payments list-open',
  takes: '[--json]',
  does: 'List money that needs your attention and amounts owed on ended orders.',
  options: [['--json', 'As JSON, amounts in minor units.']],
  async run(words) {
    const { values } = readWords(words, { options: { json: { type: 'boolean' } }, takes: [] });
    return await withOperator(undefined, async ({ db, shop }) => {
      const receipts = await openReceipts(db, 1_000);
      const owed = await ordersThatOweMoney(db, 1_000);
      if (values.json) {
        print(JSON.stringify({ receipts: snakeCased(receipts), owed }, null, 2));
        return 0;
      }
      if (receipts.length === 0) print('No money needs your attention.');
      else {
        const rows = receipts.map((receipt) => [
          String(receipt.id),
          dayText(receipt.receivedAt, shop),
          `${receipt.source} ${numberText(receipt)}`,
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

export const sendReceiptBack = (receiptId: number, as: string | undefined): Promise<number> =>
  withOperator(as, async ({ parts, shop, now, actor }) => {
    const sent = await sendBack(parts.refunds, { receiptId, actor }, now);
    if (!sent.ok) return printRefusal(refusalText(sendBackTexts, sent.error));
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

export const keepCommand: Command = {
  name: 'payments keep',
  takes: '<receipt> --reason TEXT',
  does: 'Stop card money from being sent back automatically. It stays open until you assign, return or settle it.',
  options: [
    ['--reason TEXT', 'The reason, for the audit log. The log is kept forever, so do not include names.'],
    actorHelp,
  ],
  async run(words) {
    const { values, positionals } = readWords(words, {
      options: { ...actorOption, reason: { type: 'string' } },
      takes: ['The receipt number'],
    });
    const receiptId = receiptNumber(positionals[0]!);
    const reason = values.reason?.trim() ?? '';
    if (reason === '' || reason.length > 2_000)
      throw new UsageProblem('--reason must say why you are keeping the money, in up to 2,000 characters.');
    return await withOperator(values.as, async ({ db, shop, now, actor }) => {
      const kept = await keepReceipt({ db }, { receiptId, reason, actor }, now);
      if (!kept.ok) {
        return printRefusal(
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

/** Formats the shop's currency as customers read it. Another currency's digits are unknown. */
const receiptMoney = (
  { amount, currency }: { amount: number; currency: string },
  shop: OperatorShop['shop'],
): string => (currency === shop.public.currency ? moneyText(amount, shop) : `${amount} ${currency} (minor units)`);
