import { lockCartsForCheckout } from '#features/cart/server/public.ts';
import { reserveVouchers } from '#features/vouchers/server/public.ts';
import type { Tx } from '#platform/db/db.ts';
import type { UnpaidLimits } from '../domain/unpaid-so-far.ts';
import type { CheckoutRequest } from './plan-order.ts';
import { lockAccounts, type OrderingAccounts } from './unpaid-orders.ts';

/** What orders are checked against. */
export interface LockedForOrders {
  readonly carts: Awaited<ReturnType<typeof lockCartsForCheckout>>;
  readonly vouchers: Awaited<ReturnType<typeof reserveVouchers>>;
  readonly accounts: OrderingAccounts;
}

/**
 * Locks and reads carts, vouchers and accounts, in this order. Pipelined: without a voucher it takes one round trip.
 */
export async function lockForOrders(
  tx: Tx,
  limits: UnpaidLimits | undefined,
  requests: readonly Pick<CheckoutRequest, 'cartCode' | 'customerId' | 'voucherCode'>[],
  now: Date,
): Promise<LockedForOrders> {
  const [carts, others] = await Promise.all([
    lockCartsForCheckout(
      tx,
      requests.map(({ cartCode: code, customerId }) => ({ code, customerId })),
      now,
    ),
    lockVouchersAndAccounts(),
  ]);
  return { carts, ...others };

  async function lockVouchersAndAccounts() {
    const vouchers = await reserveVouchers(
      tx,
      requests.flatMap(({ voucherCode }) => voucherCode ?? []),
    );
    const accounts = await lockAccounts(
      tx,
      limits,
      requests.map(({ customerId }) => customerId),
    );
    return { vouchers, accounts };
  }
}
