import type { Customer } from '#features/customers/contract.ts';
import { customerForBundle } from '#features/customers/server/public.ts';
import type { Order } from '#features/orders/contract.ts';
import { normalizeReference } from '#features/orders/domain/transfer-reference.ts';
import { type OrderView, orderByCode } from '#features/orders/server/public.ts';
import type { Refund } from '#features/refunds/contract.ts';
import { refundViewsOfOrder } from '#features/refunds/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import { callerOf, type OfficeCallRegistry, type OfficeRefusal, writeAudit } from '#features/staff/server/public.ts';
import { codesOfTickets } from '#features/tickets/server/public.ts';
import { markedText } from '#kernel/language.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { OfficeDb, Queryable } from '#platform/db/db.ts';
import { conflict, notFound } from '#platform/http/refusal.ts';
import { linkCodes } from '#platform/secrets/link-codes.ts';
import { toInstant } from '#wire/fields.ts';
import { shownPage } from '../domain/shown-page.ts';
import { orderAsCustomer } from '../office-contract/order.ts';

/** The data from which an order's page is rendered. */
export interface AsCustomer {
  readonly customer: Customer;
  readonly order: Order;
  /** The order's refunds. */
  readonly refunds: readonly Refund[];
}

interface AsCustomerParts {
  readonly db: OfficeDb;
  readonly loadShop: (db: Queryable) => Promise<Shop>;
  readonly orderView: OrderView;
  /** Renders the page as the shop does, as a complete document. Returns null if this process serves no pages. */
  readonly draw: (page: AsCustomer, now: Date) => Promise<string | null>;
}

interface Seen extends AsCustomer {
  readonly secrets: readonly string[];
}

const NO_ACCOUNT = conflict(markedText('This customer’s account was deleted, so there is no page to see.'));

/**
 * An order's page as its customer sees it, without anything that opens the order: it is rendered from the order, not
 * requested with a login. Each view is recorded in the audit log before the page is returned.
 */
export function addAsCustomerCalls(calls: OfficeCallRegistry, parts: AsCustomerParts): void {
  calls.add(orderAsCustomer, async ({ code: typed }, context) => {
    const { db, loadShop, orderView, draw } = parts;
    const seen = await db.transaction(async (tx): Promise<Result<Seen, OfficeRefusal>> => {
      const row = await orderByCode(tx, normalizeReference(typed));
      if (!row) return refuse(notFound);
      const customer = await customerForBundle(tx, row.customerId);
      if (!customer || customer.email === '') return refuse(NO_ACCOUNT);
      const order = await orderView(tx, row, await loadShop(tx), context.now);
      // Without a sealer, bank details stay encrypted.
      const refunds = await refundViewsOfOrder(tx, row.id, null, context.now);
      const { actor } = callerOf(context);
      const entry = { actor, action: 'order.seen_as_customer', subject: row.code, private: context.private } as const;
      await writeAudit(tx, entry, context.now);
      const codes = [...(await codesOfTickets(tx, row.id)), ...order.merchandisePurchases.map(({ code }) => code)];
      const secrets = [row.checksum, ...Object.values(linkCodes(row)), ...codes];
      return ok({ customer, order, refunds, secrets });
    });
    if (!seen.ok) return seen;
    const { order, customer, secrets } = seen.value;
    const html = await draw(seen.value, context.now);
    if (html === null) return refuse(notFound);
    return ok({
      code: order.code,
      customer_name: customer.full_name,
      seen_at: toInstant(context.now),
      html: shownPage(html, secrets),
    });
  });
}
