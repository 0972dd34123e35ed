import { cartRefusal } from '#features/cart/server/public.ts';
import { refuse } from '#kernel/result.ts';
import type { Db } from '#platform/db/db.ts';
import { type CallRegistry, reply } from '#platform/http/calls.ts';
import { defaultLimits, type Limits } from '#platform/http/limits.ts';
import { conflict, httpRefusals, invalidFields, tooMany } from '#platform/http/refusal.ts';
import * as contract from '../contract.ts';
import { ENTER_VOUCHER_CODE, INVALID_VOUCHER, NO_VOUCHER_WITH_PLAN } from '../words/voucher-refusal.ts';
import { type VoucherCallRefusal, validateVoucher } from './validate-voucher.ts';

export function addVoucherCalls(
  calls: CallRegistry,
  { db, limits = defaultLimits }: { db: Db; limits?: Limits },
): void {
  calls.add(contract.validateVoucher, async (body, { caller, ip, now }) => {
    const who = { cartCode: body.cart, customerId: caller?.customerId ?? null, ip };
    const found = await validateVoucher({ db, limits }, who, body.code, now);
    if (!found.ok) return refuse(voucherRefusal(found.error));
    const { code, name, amount } = found.value;
    return reply({ voucher: { code, name, discount_amount: amount } });
  });
}

const voucherRefusal = httpRefusals<VoucherCallRefusal>({
  code_missing: invalidFields([{ field: 'code', message: ENTER_VOUCHER_CODE }]),
  voucher_invalid: invalidFields([{ field: 'code', message: INVALID_VOUCHER }]),
  plan_in_cart: conflict(NO_VOUCHER_WITH_PLAN),
  too_many_attempts: ({ retryAfterSeconds }) => tooMany(retryAfterSeconds),
  unknown_cart: cartRefusal,
  cart_expired: cartRefusal,
  cart_ordered: cartRefusal,
});
