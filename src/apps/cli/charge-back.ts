import { type ChargeBackRefusal, chargeBack } from '#features/desk/server/public.ts';
import { takeBackRequests } from '#features/refunds/server/public.ts';
import { type Command, print, printRefusal } from './command.ts';
import { amountOf, moneyText, statusText } from './values.ts';
import { actorHelp, actorOption, type OperatorShop, withOperator } from './with-operator.ts';
import { readWords, receiptNumber, transactionOf } from './words.ts';

export const chargeBackCommand: Command = {
  name: 'payments charge-back',
  takes: '<receipt> <amount> --transaction ID',
  does: 'Record a chargeback by a cardholder or bank; its order then has a problem.',
  options: [['--transaction ID', 'The bank’s or payment provider’s transaction ID.'], actorHelp],
  more: `"orders show" lists the receipt number. The order’s tickets are no longer valid; resolve the problem with "orders settle-problem":
as cancelled or, once new money has arrived ("payments record"), as paid or partial. The provider’s own fee is not recorded here.`,
  async run(words) {
    const { values, positionals } = readWords(words, {
      options: { ...actorOption, transaction: { type: 'string' } },
      takes: ['The receipt number', 'The amount'],
    });
    const transaction = transactionOf(values.transaction);
    const receiptId = receiptNumber(positionals[0]!);
    return await withOperator(values.as, async ({ db, shop, now, actor }) => {
      const amount = amountOf(positionals[1]!, shop);
      const parts = { db, currency: shop.public.currency, takeBackRequests };
      const booked = await chargeBack(parts, { receiptId, amount, transaction, actor }, now);
      if (!booked.ok) return printRefusal(refusalText(booked.error, shop));
      const { orders, suspended, lost, withdrawn } = booked.value;
      print(`${moneyText(amount, shop)} of receipt ${receiptId} is recorded as charged back.`);
      if (suspended > 0) print(`${moneyText(suspended, shop)} of it was in suspense.`);
      if (lost > 0)
        print(`${moneyText(lost, shop)} had already been refunded or sent back manually, so it is recorded as a loss.`);
      for (const code of withdrawn) print(`Refund request ${code} was for the same money, so it has been cancelled.`);
      for (const { code, paymentStatus: status, totalPaid: paid, totalPrice: total } of orders) {
        print(`Order ${code} ${statusText(status)}: ${moneyText(paid, shop)} of ${moneyText(total, shop)} paid.`);
      }
      return 0;
    });
  },
};

function refusalText(refusal: ChargeBackRefusal, shop: OperatorShop['shop']): string {
  switch (refusal.kind) {
    case 'unknown_receipt':
      return 'There is no such receipt; "orders show" lists the receipts of an order.';
    case 'other_currency':
      return `This money is in ${refusal.currency} and is in suspense: payments settle <receipt> --returned --note TEXT.`;
    case 'booked_before':
      return 'This transaction has already been recorded for this receipt.';
    case 'more_than_left':
      return `That is more than remains on this receipt: ${moneyText(refusal.left, shop)}.`;
  }
}
