import { type ChargeBackRefusal, chargeBack } from '#features/desk/server/public.ts';
import { takeBackRequests } from '#features/refunds/server/public.ts';
import { type Command, refused, say } from './command.ts';
import { amountOf, moneyText, standing } from './values.ts';
import { asHelp, asOption, type OperatorShop, withOperator } from './with-operator.ts';
import { readWords, receiptNumber, transactionOf } from './words.ts';

export const chargeBackCommand: Command = {
  name: 'payments charge-back',
  takes: '<receipt> <amount> --transaction ID',
  does: 'Book that money was taken back from the shop by a card’s holder or a bank; its order is a problem then.',
  options: [['--transaction ID', 'The bank’s or the payment provider’s own number of the movement.'], asHelp],
  more: `The receipt's number stands in "orders show". The order's tickets open nothing any more; end the problem with "orders settle-problem":
cancelled, or, when money came again ("payments record"), as it says. The provider's own fee is not booked here.`,
  async run(words) {
    const { values, positionals } = readWords(words, {
      options: { ...asOption, transaction: { type: 'string' } },
      takes: ['The number of the receipt', 'The amount'],
    });
    const transaction = transactionOf(values.transaction);
    const receiptId = receiptNumber(positionals[0]!);
    return await withOperator(values.as, async ({ db, shop, now, actor }) => {
      const amount = amountOf(positionals[1]!, shop);
      const parts = { db, currency: shop.public.currency, takeBackRequests };
      const booked = await chargeBack(parts, { receiptId, amount, transaction, actor }, now);
      if (!booked.ok) return refused(refusalText(booked.error, shop));
      const { orders, suspended, lost, withdrawn } = booked.value;
      say(`${moneyText(amount, shop)} of receipt ${receiptId} is booked as charged back.`);
      if (suspended > 0) say(`${moneyText(suspended, shop)} of it lay in suspense.`);
      if (lost > 0)
        say(`${moneyText(lost, shop)} was paid back by a refund or by hand as well: it is booked as a loss.`);
      for (const code of withdrawn) say(`Refund request ${code} wanted the same money: it is cancelled.`);
      for (const { code, payment_status: status, total_paid: paid, total_price: total } of orders) {
        say(`Order ${code} ${standing(status)}: ${moneyText(paid, shop)} of ${moneyText(total, shop)} paid.`);
      }
      return 0;
    });
  },
};

function refusalText(refusal: ChargeBackRefusal, shop: OperatorShop['shop']): string {
  switch (refusal.kind) {
    case 'unknown_receipt':
      return 'There is no such receipt; "orders show" lists those of an order.';
    case 'other_currency':
      return `This money is in ${refusal.currency} and lies in suspense: payments settle <receipt> --returned --note TEXT.`;
    case 'booked_before':
      return 'This movement was booked for this receipt before.';
    case 'more_than_there_is':
      return `That is more than is left of this receipt: ${moneyText(refusal.left, shop)}.`;
  }
}
