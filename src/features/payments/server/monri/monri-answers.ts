import { z } from 'zod';
import type { ChargeUpdate, SavedMethod } from '../gateway.ts';
import type { PaidUpdate, StatusUpdate } from '../gateway-facts.ts';

const text = z.string().nullish();

/** A transaction in messages and in answers to charges; only the fields that the shop reads. */
export const monriTransaction = z.object({
  order_number: z.string().regex(/^[A-Za-z0-9_-]{1,40}$/),
  /** In hundredths. */
  amount: z.int().min(1),
  currency: z.string().regex(/^[A-Z]{3}$/),
  response_code: z.string(),
  response_message: text,
  status: z.string(),
  transaction_type: text,
  cc_type: text,
  masked_pan: text,
  pan_token: text,
});
export type MonriTransaction = z.infer<typeof monriTransaction>;

/** An order as `orders/show` returns it. */
const shownOrder = z.object({
  'order-number': z.string(),
  status: z.string(),
  'response-code': z.string().optional(),
  'transaction-type': z.string().optional(),
  amount: z.string().optional(),
  currency: z.string().optional(),
});

export const isApproved = ({ status, response_code }: Pick<MonriTransaction, 'status' | 'response_code'>): boolean =>
  status === 'approved' && response_code === '0000';

/** The reference identifies the movement, because Monri approves one purchase per order number. */
export function paidUpdate(transaction: MonriTransaction): PaidUpdate {
  const { order_number, amount, currency, pan_token } = transaction;
  const label = labelOf(transaction);
  return {
    status: 'paid',
    transaction: order_number,
    amount,
    currency,
    ...(label && { paidWith: label }),
    ...(pan_token && { savedMethod: savedMethod(pan_token, label) }),
  };
}

/** Monri does not store customers. */
const savedMethod = (id: string, label: string | null): SavedMethod => ({
  gatewayCustomer: '',
  id,
  label: label ?? '••••',
  expires: null,
});

const cardNames: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  dina: 'DinaCard',
  discover: 'Discover',
  jcb: 'JCB',
  maestro: 'Maestro',
  master: 'Mastercard',
  mastercard: 'Mastercard',
  visa: 'Visa',
};

function labelOf({ cc_type, masked_pan }: MonriTransaction): string | null {
  const digits = /\d{4}$/.exec(masked_pan ?? '')?.[0];
  const name = cc_type ? (cardNames[cc_type.toLowerCase()] ?? 'Card') : digits && 'Card';
  return name ? (digits ? `${name} •••• ${digits}` : name) : null;
}

/** The code for a cancelled payment that Monri's own plugin uses. */
const CANCELLED = '1050';

/** Throws if the answer is about another order or cannot be understood: it then neither ends an attempt nor pays it. */
export function shownUpdate(reference: string, answer: unknown): StatusUpdate {
  const read = shownOrder.safeParse(answer);
  if (!read.success) throw new Error(`Monri: the answer about ${reference} cannot be understood`);
  const { 'order-number': found, 'response-code': code, 'transaction-type': type, status, ...money } = read.data;
  if (found !== reference)
    throw new Error(`Monri: the answer to a query about ${reference} is about ${found.slice(0, 40)}`);
  if (status === 'approved' && code === '0000' && (type ?? 'purchase') === 'purchase') {
    const { amount = '', currency = '' } = money;
    if (!/^\d{1,11}$/.test(amount)) throw new Error(`Monri: ${reference} has no amount`);
    return { status: 'paid', transaction: reference, amount: Number(amount), currency };
  }
  if (code === CANCELLED || status === 'voided') return { status: 'cancelled' };
  // The buyer can try another card on Monri's page.
  if (status === 'declined' || status === 'invalid') return { status: 'open' };
  throw new Error(`Monri: ${reference} has the unknown status "${[status, code, type].join(' ').slice(0, 60)}"`);
}

/** Monri does not say why a card was declined, so the charge may be tried again. */
export function chargeUpdate(transaction: MonriTransaction): ChargeUpdate {
  if (isApproved(transaction)) return paidUpdate(transaction);
  const { response_code, response_message } = transaction;
  return { status: 'declined', reason: [response_code, response_message].filter(Boolean).join(' '), again: true };
}
