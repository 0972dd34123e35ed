import type { OrderingCustomer } from '#features/customers/server/public.ts';
import type { OrderView } from '#features/orders/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import { countVoucherAttempt, uncountVoucherAttempt, type VoucherAttempt } from '#features/vouchers/server/public.ts';
import { refuse } from '#kernel/result.ts';
import { type CallRegistry, reply } from '#platform/http/calls.ts';
import { defaultLimits, type Limits } from '#platform/http/limits.ts';
import { tooMany } from '#platform/http/refusal.ts';
import { checkoutCart as contract, switchToBankTransfer } from '../contract.ts';
import { type CheckoutParts, createCheckout } from './checkout-cart.ts';
import { checkoutRefusal, switchRefusal } from './checkout-refusals.ts';
import { type SwitchParts, switchToTransfer } from './switch-to-transfer.ts';

export interface CheckoutRouteParts extends Omit<CheckoutParts, 'unpaid'> {
  switching(shop: Shop): SwitchParts;
  readonly orderView: OrderView;
  readonly limits?: Limits;
  /** Remembers the address for the next checkout. */
  rememberAddress(customerId: number, country: string, address: Record<string, string>): Promise<void>;
}

export function addCheckoutCalls(calls: CallRegistry, parts: CheckoutRouteParts): void {
  const { db, limits = defaultLimits } = parts;
  const counting = { db, limits };
  const checkout = createCheckout({ ...parts, unpaid: limits });
  calls.add(contract, async (body, { caller, ip, origin, now }) => {
    const cartCode = body.cart ?? '';
    const tried: VoucherAttempt | null = body.voucher_code ? { at: 'checkout', cartCode, ip } : null;
    const attempts = tried && (await countVoucherAttempt(counting, tried, now));
    if (attempts && !attempts.allowed) return refuse(tooMany(attempts.retryAfterSeconds));
    const result = await checkout(
      {
        cartCode,
        customerId: caller!.customerId,
        country: body.customer?.country ?? '',
        address: body.customer?.address ?? {},
        paymentMethod: body.order?.payment_method ?? null,
        shippingName: body.order?.shipping_name ?? '',
        shippingCountry: body.order?.shipping_country ?? '',
        shippingAddress: body.order?.shipping_address ?? {},
        acceptedTerms: body.order?.accepted_ts_and_cs === true,
        termsVersion: body.order?.terms_version ?? null,
        voucherCode: body.voucher_code,
        savesCard: body.order?.save_card === true,
        origin,
      },
      now,
    );
    const wasGuess = !result.ok && result.error.kind === 'invalid_voucher';
    if (tried && !wasGuess) await uncountVoucherAttempt(counting, tried, now);
    if (!result.ok) return refuse(checkoutRefusal(result.error));
    const { order: placed, customer, written, payment, shop } = result.value;
    const { billingCountry: country, billingAddress: address } = placed;
    if (!isRemembered(customer, country, address)) await parts.rememberAddress(customer.id, country, address);
    return reply({ order: await parts.orderView(db, placed, shop, now, written), payment });
  });

  calls.add(switchToBankTransfer, async (body, { now }) => {
    const result = await switchToTransfer({ ...parts.switching(await parts.loadShop(db)), unpaid: limits }, body, now);
    return result.ok ? reply({}) : refuse(switchRefusal(result.error));
  });
}

const isRemembered = (
  customer: OrderingCustomer,
  country: string,
  address: Readonly<Record<string, string>>,
): boolean =>
  customer.country === country &&
  Object.keys(customer.address).length === Object.keys(address).length &&
  Object.entries(address).every(([key, line]) => customer.address[key] === line);
