import { freeCarts, listItemsInCarts } from '#features/cart/server/public.ts';
import { listShopItems } from '#features/catalogue/server/public.ts';
import { findCustomerByEmail } from '#features/customers/server/public.ts';
import { listItemsOfUnpaidOrders } from '#features/orders/server/public.ts';
import { callerOf, type OfficeCallRegistry, type OfficeRefusal } from '#features/staff/server/public.ts';
import { markedText } from '#kernel/language.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { OfficeDb } from '#platform/db/db.ts';
import { dbOf } from '#platform/db/within.ts';
import { invalidFields, notFound } from '#platform/http/refusal.ts';
import { toInstant } from '#wire/fields.ts';
import * as contract from '../office-contract/held.ts';

const MAX_LISTED = 100;
const NETWORK = /^([0-9a-f]{12}|unknown)$/;
const REASON_NEEDED = invalidFields([{ field: 'reason', message: markedText('Please enter a reason.') }]);

/** Lists who holds unpaid stock, and puts the items in their carts back on sale, as the command line does. */
export function addHeldCalls(calls: OfficeCallRegistry, { db }: { readonly db: OfficeDb }): void {
  calls.add(contract.heldList, async ({ item: itemCode }, { now }) =>
    db.read(async (tx) => {
      const wanted = { itemCode, limit: MAX_LISTED };
      const carts = await listItemsInCarts(tx, wanted, now);
      const unpaid = await listItemsOfUnpaidOrders(tx, wanted);
      const { tickets, merchandise } = await listShopItems(tx, now);
      return ok({
        carts: carts.map(({ byItem, until, ...held }) => ({
          ...held,
          by_item: [...byItem],
          until: toInstant(until),
        })),
        unpaid: unpaid.map(({ email, codes, items, byItem, until }) => ({
          ...{ email, orders: [...codes], items, by_item: [...byItem], until: toInstant(until) },
        })),
        choices: [...tickets, ...merchandise].map(({ external_code: code, name }) => ({ code, name })),
      });
    }),
  );

  calls.add(contract.heldFree, async ({ email, network, reason }, context) => {
    if (reason === '') return refuse(REASON_NEEDED);
    const { actor } = callerOf(context);
    return await db.stockTransaction(async (tx): Promise<Result<{ carts: number; items: number }, OfficeRefusal>> => {
      const customer = email === '' ? null : await findCustomerByEmail(tx, email);
      if (!customer && !NETWORK.test(network)) return refuse(notFound);
      const owner = customer ? { customerId: customer.id } : { network: network === 'unknown' ? null : network };
      const freed = await freeCarts(dbOf(tx), owner, { actor, reason }, context.now);
      await context.remember(tx, freed);
      return ok(freed);
    });
  });
}
