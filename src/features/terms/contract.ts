import { z } from 'zod';
import { order } from '#features/orders/contract.ts';
import { call } from '#kernel/call.ts';
import { codeText, optionalCode } from '#wire/fields.ts';

const byChecksum = { order: codeText, checksum: codeText };

export const getTermsAndConditionsOrder = call({
  name: 'get-terms-and-conditions-order',
  summary: 'An order whose terms can be accepted, by its link’s checksum; without ticket holders',
  needs: 'checksum',
  changes: false,
  data: false,
  request: z.object(byChecksum),
  answer: z.object({ order }),
});

export const acceptTermsAndConditions = call({
  name: 'accept-terms-and-conditions',
  summary: 'Accepts the terms for an order; repeated calls receive the same answer',
  needs: 'checksum',
  changes: true,
  data: true,
  request: z.object({
    ...byChecksum,
    /**
     * Extension: the `config.termsVersion` that the customer read. Any version other than the current one is refused
     * with 409. Default: the current one.
     */
    terms_version: optionalCode,
  }),
  answer: z.object({}),
});
