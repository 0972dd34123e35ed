import { z } from 'zod';
import { order } from '#features/orders/contract.ts';
import { call } from '#kernel/call.ts';
import { codeText, optionalCode } from '#wire/fields.ts';

const byChecksum = { order: codeText, checksum: codeText };

export const getTermsAndConditionsOrder = call({
  name: 'get-terms-and-conditions-order',
  summary: 'An order to accept the terms of, by the checksum of its link: what was ordered, not who holds it',
  needs: 'checksum',
  changes: false,
  data: false,
  request: z.object(byChecksum),
  answer: z.object({ order }),
});

export const acceptTermsAndConditions = call({
  name: 'accept-terms-and-conditions',
  summary: 'Accepts the terms for an order; a second time answers like the first',
  needs: 'checksum',
  changes: true,
  data: true,
  request: z.object({
    ...byChecksum,
    /** Ours: the `config.termsVersion` that was read; refused with 409 when it is not the current one. Absent: the current one. */
    terms_version: optionalCode,
  }),
  answer: z.object({}),
});
