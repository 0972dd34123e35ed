import { z } from 'zod';
import { cartMerchandise, cartProduct } from '#features/cart/contract.ts';
import { merchandisePurchase, ticket } from '#features/tickets/contract.ts';
import { call } from '#kernel/call.ts';
import { codeText, instant, money, nameText, noteText, secretText, text, textMap } from '#wire/fields.ts';
import { refundStatuses } from './domain/refund-status.ts';

/** Extension: the part of an item's `refund_fee` that is not a fee, because only a smaller amount was refunded. */
const notRefunded = { not_refunded: money };

export const refund = z.object({
  id: z.string(),
  status: z.enum(refundStatuses),
  created_at: instant,
  completed_at: instant.nullable(),
  total: money,
  shipping_refund: money,
  /** Extension: the refunded booking fees of all lines, included in the total. Otherwise fees are kept. */
  booking_fees_refund: money,
  /** Extension: the masked account; null once the bank details are erased. */
  bank_account_end: z.string().nullable(),
  /** Extension: the amount that waits until the customer enters an account, with `give-refund-account`; otherwise 0. */
  account_needed: money,
  /** Extension: the amount that the bank returned, which `give-refund-account` may send elsewhere; otherwise 0. */
  account_replaceable: money,
  /** Extension: as much as possible goes back to the cards that paid, the rest to the account. */
  to_card: z.boolean(),
  /** Extension: the operator made it without a request. */
  by_operator: z.boolean(),
  /** Extension: the operator refused the request, which is then cancelled. */
  is_refused: z.boolean(),
  /** Extension: why the operator made or refused it; empty once erased. */
  reason: z.string(),
  order: z.object({ id: z.string(), code: z.string() }),
  tickets: z.array(ticket.extend(notRefunded)),
  cartProducts: z.array(cartProduct),
  merchandisePurchases: z.array(merchandisePurchase.extend(notRefunded)),
  cartMerchandise: z.array(cartMerchandise),
});
export type Refund = z.infer<typeof refund>;

/** Separated by commas. */
const codes = text(20_000).transform((list) => [
  ...new Set(
    list
      .split(',')
      .map((code) => code.trim())
      .filter((code) => code !== ''),
  ),
]);

const numberText = text(64);

export const bankFields = {
  bank_owner_full_name: nameText,
  bank_owner_address: textMap,
  bank_name: nameText,
  bank_city: nameText,
  bank_country: codeText,
  bank_bic: numberText,
  bank_iban: numberText,
  bank_account: numberText,
};

export const getRefundWays = call({
  name: 'get-refund-ways',
  summary: 'How much of an order’s money can go back to the cards that paid it; an extension',
  needs: 'login',
  changes: false,
  data: false,
  request: z.object({ order_id: codeText }),
  // 0 if the shop refunds to bank accounts only.
  answer: z.object({ to_card: money }),
});

export const requestRefund = call({
  name: 'request-refund',
  summary: 'Requests a refund for items of an order; an order on a payment plan is refunded as a whole',
  needs: 'login',
  changes: true,
  data: true,
  request: z.object({
    order_id: codeText,
    tickets: codes,
    merchandise: codes,
    /** Extension: `card` if the shop offers it; bank details are then needed only for what the cards cannot take. */
    way: z.enum(['bank', 'card']).default('bank'),
    ...bankFields,
    note: noteText,
    /** Extension: a fresh proof of identity, needed if the login is older than 15 minutes. */
    password: secretText,
  }),
  answer: z.object({ refund_id: z.string() }),
});

export const giveRefundAccount = call({
  name: 'give-refund-account',
  summary: 'Sets the bank account that a refund waits for, after its card did not take the money; an extension',
  needs: 'login',
  changes: true,
  data: true,
  request: z.object({
    refund_id: codeText,
    ...bankFields,
    /** A fresh proof of identity, needed if the login is older than 15 minutes. */
    password: secretText,
  }),
  answer: z.object({}),
});

export const cancelRefund = call({
  name: 'cancel-refund',
  summary: 'Cancels a refund request that the operator has not started',
  needs: 'login',
  changes: true,
  data: true,
  request: z.object({ refund_id: codeText }),
  answer: z.object({}),
});
