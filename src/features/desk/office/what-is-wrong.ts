import type { OfficeAnswer } from '#browser/office-calls.ts';
import type { Attention } from '#features/payments/domain/attention.ts';
import type { Language } from '#kernel/language.ts';
import { formatMoney, type MoneySettings } from '#kernel/money.ts';

type Receipt = OfficeAnswer<'receipt-open'>;
type WaitingReceipt = Pick<Receipt, 'amount' | 'currency' | 'suspended' | 'meant'>;

/** Explains in a sentence or two why money waits, and what to do about it, or who decides that. */
export function whatIsWrong(
  receipt: WaitingReceipt,
  attention: Attention,
  { text }: Pick<Language, 'text'>,
  { settings, mayDecide }: { readonly settings: MoneySettings; readonly mayDecide: boolean },
): string {
  const sum = (amount: number) => formatMoney(amount, settings);
  const { meant } = receipt;
  const andThen = (fact: string, advice: string) =>
    `${fact} ${mayDecide ? advice : text('Someone who can book payments has to decide what happens to it.')}`;
  const bookOrSend = text('Book it to an order or send it back.');
  switch (attention) {
    case 'amount':
      return meant
        ? wrongAmount(receipt, meant, { text }, settings)
        : text('This is not the amount that was expected.');
    case 'currency':
      return text('{amount} arrived, but the shop takes {own}.', {
        amount: formatMoney(receipt.amount, { ...settings, currency: receipt.currency }),
        own: settings.currency,
      });
    case 'short':
      return meant
        ? text(
            '{asked} was expected for payment {reference}, but {amount} arrived. {open} is still outstanding. Once it arrives, this disappears from the inbox.',
            { asked: sum(meant.asked), reference: meant.reference, amount: sum(receipt.amount), open: sum(meant.open) },
          )
        : text('This is less than the amount due.');
    case 'over':
      if (meant && receipt.amount > meant.asked)
        return andThen(wrongAmount(receipt, meant, { text }, settings), bookOrSend);
      return andThen(text('{waiting} is more than was due.', { waiting: sum(receipt.suspended) }), bookOrSend);
    case 'double':
      return andThen(
        text('This payment had already been made.'),
        text('Book the money to another order or send it back.'),
      );
    case 'late':
      return andThen(text('The order could no longer take the money when it arrived.'), bookOrSend);
    case 'unmatched':
      return andThen(text('No order or payment is known for this money.'), bookOrSend);
    case 'contradicted':
      return andThen(
        text('The payment provider has reported this payment again with different details.'),
        text('Check it there.'),
      );
  }
}

/** States the expected and the received amount, and the difference. */
function wrongAmount(
  { amount }: WaitingReceipt,
  { asked, reference }: NonNullable<Receipt['meant']>,
  { text }: Pick<Language, 'text'>,
  settings: MoneySettings,
): string {
  const values = {
    asked: formatMoney(asked, settings),
    reference,
    amount: formatMoney(amount, settings),
    difference: formatMoney(Math.abs(asked - amount), settings),
  };
  return amount < asked
    ? text('{asked} was expected for payment {reference}, but {amount} arrived: {difference} is missing.', values)
    : text('{asked} was expected for payment {reference}, but {amount} arrived: {difference} too much.', values);
}
