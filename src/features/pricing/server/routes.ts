import { cartRefusal, readCart } from '#features/cart/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import { refuse } from '#kernel/result.ts';
import type { Db } from '#platform/db/db.ts';
import { type CallRegistry, reply } from '#platform/http/calls.ts';
import { calculateInvoice } from '../contract.ts';
import { toInvoice } from './to-invoice.ts';

export function addPricingCalls(calls: CallRegistry, { db, loadShop }: { db: Db; loadShop(): Promise<Shop> }): void {
  calls.add(calculateInvoice, async (body, { caller, now }) => {
    const cart = await readCart(db, { code: body.cart, customerId: caller?.customerId ?? null }, now);
    if (!cart.ok) return refuse(cartRefusal(cart.error));
    const shop = await loadShop();
    return reply({ invoice: toInvoice(cart.value.lines, shop.private.shippingRates, body.country) });
  });
}
