import { type Language, markedText } from '#kernel/language.ts';

/** The usual reasons why a card is declined, as Stripe names them, for `translate`. */
const REASONS: Readonly<Record<string, string>> = {
  'card declined': markedText('card declined'),
  'card not supported': markedText('card not supported'),
  'do not honor': markedText('declined by the bank without a reason'),
  'expired card': markedText('expired card'),
  fraudulent: markedText('suspected fraud'),
  'generic decline': markedText('declined by the bank without a reason'),
  'incorrect cvc': markedText('wrong security code'),
  'incorrect number': markedText('wrong card number'),
  'insufficient funds': markedText('insufficient funds'),
  'lost card': markedText('lost card'),
  'processing error': markedText('processing error'),
  'stolen card': markedText('stolen card'),
};

/** Puts a provider's reason for declining a card into words, with or without underscores. Keeps unknown reasons. */
export function declineReasonInWords(reason: string, { translate }: Pick<Language, 'translate'>): string {
  const key = reason.replaceAll('_', ' ');
  return Object.hasOwn(REASONS, key) ? translate(REASONS[key]!) : reason;
}
