import type { Tx } from '#platform/db/db.ts';
import { canMoveItem, type ItemStatus } from '../domain/item-status.ts';

/** Moves all items of the lines. An item with an unexpected status is a bug. */
export async function moveItemsOfLines(
  tx: Tx,
  lineIds: readonly number[],
  from: ItemStatus,
  to: ItemStatus,
): Promise<void> {
  if (!canMoveItem(from, to)) throw new Error(`Items cannot move from ${from} to ${to}`);
  const [tickets, purchases] = await Promise.all([
    tx.run('update tickets set status = $3 where order_line_id = any($1) and status = $2', [lineIds, from, to]),
    tx.run('update merchandise_purchases set status = $3 where order_line_id = any($1) and status = $2', [
      lineIds,
      from,
      to,
    ]),
  ]);
  if (tickets + purchases !== lineIds.length)
    throw new Error(`${tickets + purchases} of ${lineIds.length} items were ${from}`);
}

/** Makes scanners refuse the tickets of the lines. */
export async function revokeTicketsOfLines(tx: Tx, lineIds: readonly number[], now: Date): Promise<void> {
  await tx.run(
    `insert into revoked_tickets (ticket_id, generation, code, revoked_at)
     select id, generation, code, $2
     from tickets
     where order_line_id = any($1)
     on conflict do nothing`,
    [lineIds, now],
  );
}
