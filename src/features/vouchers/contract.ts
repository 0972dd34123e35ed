import { z } from 'zod';
import { call } from '#kernel/call.ts';
import { codeText, money, optionalCode } from '#wire/fields.ts';

const voucher = z.object({ code: z.string(), name: z.string(), discount_amount: money });
export type Voucher = z.infer<typeof voucher>;

export const validateVoucher = call({
  name: 'validate-voucher',
  summary: 'Checks whether a voucher code can be used for this cart',
  needs: 'nobody',
  changes: false,
  data: false,
  request: z.object({ cart: optionalCode, code: codeText }),
  answer: z.object({ voucher }),
});
