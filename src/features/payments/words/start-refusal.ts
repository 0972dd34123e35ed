import { markedText, type Sentence } from '#kernel/language.ts';
import { formatMoney } from '#kernel/money.ts';
import type { StartRefusal } from '../domain/start-refusal.ts';
import { payRefusalTexts } from './pay-refusal.ts';

interface ShopMoney {
  readonly locale: string;
  readonly currency: string;
  readonly currencyDigits: number;
}

const missing = {
  full_name: markedText('To pay by card, please add your full name.'),
  address: markedText('To pay by card, please add your street and number.'),
  city: markedText('To pay by card, please add your city.'),
  postal_code: markedText('To pay by card, please add your postal code.'),
} as const;

export function startRefusalSentence(refusal: StartRefusal, shop: ShopMoney): Sentence {
  switch (refusal.kind) {
    case 'too_small':
      return ({ text }) =>
        text('The smallest amount that can be paid by card is {amount}.', {
          amount: formatMoney(refusal.minimum, shop),
        });
    case 'too_large':
      return ({ text }) =>
        text('The largest amount that can be paid by card is {amount}.', {
          amount: formatMoney(refusal.maximum, shop),
        });
    case 'currency_not_taken':
      return payRefusalTexts.no_card_payments;
    case 'email_too_long':
      return ({ text }) =>
        text(
          'Card payments take email addresses of up to {max} characters, and yours is longer. Please use a shorter one in your account, or pay in another way.',
          { max: refusal.maximum },
        );
    case 'details_missing':
      return missing[refusal.field];
  }
}
