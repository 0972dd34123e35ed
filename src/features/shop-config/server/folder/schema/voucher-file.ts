import { z } from 'zod';
import { amount, count, line, moment } from './fields.ts';

export const voucherSchema = z.strictObject({
  code: z
    .string({ error: () => 'expected text; put a code that consists of digits in quotes' })
    .trim()
    .regex(/^[\p{L}\p{N}][\p{L}\p{N}_-]{1,39}$/u, { error: () => 'codes are made of 2 to 40 letters, digits, - and _' })
    .meta({ description: 'The code that customers type, in upper or lower case.' }),
  name: line.max(120).meta({ description: 'Shown next to the discount.' }),
  amount: amount.meta({ description: 'The reduction, including taxes; above 0.' }),
  valid_from: moment
    .optional()
    .meta({ description: 'A date without a time means the start of that day. Default: immediately.' }),
  valid_until: moment.optional().meta({ description: 'A date without a time means the end of that day.' }),
  uses: z
    .union([count(0, 10_000_000), z.literal('unlimited')], { error: () => 'expected a whole number, or unlimited' })
    .default('unlimited')
    .meta({ description: 'The number of orders that can use the code. Default: unlimited.' }),
});
export type VoucherFile = z.infer<typeof voucherSchema>;

export const voucherFileSchema = z.array(voucherSchema).meta({ title: 'Vouchers of a shop folder' });
