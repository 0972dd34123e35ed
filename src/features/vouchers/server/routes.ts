import { cartRefusal } from '#features/cart/server/public.ts';
import { refuse } from '#kernel/result.ts';
import type { Db } from '#platform/db/db.ts';
import { type CallRegistry, reply } from '#platform/http/calls.ts';
import { defaultLimits, type Limits } from '#platform/http/limits.ts';
import { type HttpRefusal, invalidFields, tooMany } from '#platform/http/refusal.ts';
import * as contract from '../contract.ts';
import { ENTER_VOUCHER_CODE, INVALID_VOUCHER, NO_VOUCHER_WITH_PLAN } from '../domain/voucher-validity.ts';
import { type VoucherCallRefusal, validateVoucher } from './validate-voucher.ts';

/** The call that looks a voucher up. */
export function addVoucherCalls(
  calls: CallRegistry,
  { db, limits = defaultLimits }: { db: Db; limits?: Limits },
): void {
  calls.add(contract.validateVoucher, async (body, { caller, ip, now }) => {
    const who = { cartCode: body.cart, customerId: caller?.customerId ?? null, ip };
    const found = await validateVoucher({ db, limits }, who, body.code, now);
    if (!found.ok) return refuse(toHttp(found.error));
    const { code, name, amount } = found.value;
    return reply({ voucher: { code, name, discount_amount: amount } });
  });
}

function toHttp(refusal: VoucherCallRefusal): HttpRefusal {
  switch (refusal.kind) {
    case 'code_missing':
      return invalidFields([{ field: 'code', message: ENTER_VOUCHER_CODE }]);
    case 'voucher_invalid':
      return invalidFields([{ field: 'code', message: INVALID_VOUCHER }]);
    case 'plan_in_cart':
      return { status: 409, message: NO_VOUCHER_WITH_PLAN };
    case 'too_many_tries':
      return tooMany(refusal.retryAfterSeconds);
    default:
      return cartRefusal(refusal);
  }
}
