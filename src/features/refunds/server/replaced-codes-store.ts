import type { Queryable } from '#platform/db/db.ts';

/**
 * Whether all of these were codes of the order's tickets until their holder changed. Only tickets that the order's
 * customer manages count. A request with such codes comes from an outdated page and is not an attempt to guess codes.
 */
export async function areReplaced(
  db: Queryable,
  order: { readonly id: number; readonly customerId: number },
  codes: readonly string[],
): Promise<boolean> {
  const rows = await db.rows<{ code: string }>(
    `select revoked.code
     from revoked_tickets revoked
     join tickets ticket on ticket.id = revoked.ticket_id
     where revoked.code = any($3) and revoked.code <> ticket.code and ticket.order_id = $1 and ticket.customer_id = $2`,
    [order.id, order.customerId, codes],
  );
  const replaced = new Set(rows.map(({ code }) => code));
  return codes.every((code) => replaced.has(code));
}
