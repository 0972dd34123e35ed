import type { Card, Intent } from './stripe-answers.ts';

const BRANDS: Readonly<Record<string, string>> = {
  amex: 'American Express',
  cartes_bancaires: 'Cartes Bancaires',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

const METHODS: Readonly<Record<string, string>> = {
  blik: 'BLIK',
  eps: 'EPS',
  ideal: 'iDEAL | Wero',
  mb_way: 'MB WAY',
  mobilepay: 'MobilePay',
  p24: 'Przelewy24',
  paypal: 'PayPal',
  sepa_debit: 'SEPA Direct Debit',
  twint: 'TWINT',
};

/** `Visa •••• 4242`. */
export function cardLabel({ brand, last4 }: Card): string {
  const name = BRANDS[brand ?? ''] ?? 'Card';
  return last4 ? `${name} •••• ${last4}` : name;
}

/** `2028-11`. */
export const cardExpiry = ({ exp_year: year, exp_month: month }: Card): string | null =>
  year && month ? `${year}-${String(month).padStart(2, '0')}` : null;

/** What the buyer paid with, such as `Visa •••• 4242` or `Bancontact`; undefined if Stripe does not report it. */
export function paidWith(intent: Intent): string | undefined {
  const details = typeof intent.latest_charge === 'object' ? intent.latest_charge?.payment_method_details : undefined;
  if (!details) return undefined;
  if (details.card) return cardLabel(details.card);
  return METHODS[details.type] ?? sentenceCase(details.type);
}

/** Stripe's own words, such as `lost_or_stolen_card`, for the operator. */
export const inWords = (code: string): string => code.replaceAll('_', ' ');

const sentenceCase = (code: string): string => code.charAt(0).toUpperCase() + inWords(code.slice(1));
