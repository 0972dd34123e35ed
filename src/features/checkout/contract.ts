import { z } from 'zod';
import { order, paymentMethod } from '#features/orders/contract.ts';
import { paymentAction } from '#features/payments/contract.ts';
import { call } from '#kernel/call.ts';
import { codeText, nameText, optionalCode, textMap } from '#wire/fields.ts';

export const switchToBankTransfer = call({
  name: 'switch-to-bank-transfer',
  summary: 'Lets an unpaid card order wait for a bank transfer instead; repeated calls change nothing',
  needs: 'checksum',
  changes: true,
  data: true,
  request: z.object({ order: codeText, reference: codeText, checksum: codeText }),
  answer: z.object({}),
});

export const checkoutCart = call({
  name: 'checkout-cart',
  summary: 'Turns the cart into an order; repeated calls for the same cart return the same order',
  needs: 'login',
  changes: true,
  data: true,
  request: z.object({
    cart: optionalCode,
    customer: z.object({ country: codeText, address: textMap }).nullish(),
    order: z
      .object({
        payment_method: paymentMethod.nullish(),
        shipping_name: nameText,
        shipping_country: codeText,
        shipping_address: textMap,
        accepted_ts_and_cs: z.boolean().nullish(),
        /**
         * Extension: the `config.termsVersion` that the customer saw; refused with 409 if outdated. Default: the
         * current one.
         */
        terms_version: optionalCode,
        /** Extension: whether the buyer of a plan agrees that its later instalments are charged to the card. */
        save_card: z.boolean().nullish(),
      })
      .nullish(),
    voucher_code: optionalCode,
  }),
  answer: z.object({ order, payment: paymentAction.nullable() }),
});
