import type { Tx } from '#platform/db/db.ts';

/** Detaches an order's units, so that the stock feature can put them back on sale, and marks its stock as released. */
export async function detachUnits(tx: Tx, orderId: number): Promise<number[]> {
  const rows = await tx.rows<{ unit_id: number }>(
    `with before as (select id, unit_id from order_lines where order_id = $1 and unit_id is not null for update)
     update order_lines l set unit_id = null from before where l.id = before.id
     returning before.unit_id`,
    [orderId],
  );
  await tx.run('update orders set stock_released = true where id = $1', [orderId]);
  return rows.map((row) => row.unit_id);
}

export async function detachUnitsOfLines(tx: Tx, lineIds: readonly number[]): Promise<number[]> {
  const rows = await tx.rows<{ unit_id: number }>(
    `with before as (select id, unit_id from order_lines where id = any($1) and unit_id is not null for update)
     update order_lines l set unit_id = null from before where l.id = before.id
     returning before.unit_id`,
    [lineIds],
  );
  return rows.map((row) => row.unit_id);
}

/** Attaches units to an order's lines, and marks its stock as taken again. */
export async function attachUnits(
  tx: Tx,
  orderId: number,
  units: readonly { lineId: number; unitId: number }[],
): Promise<void> {
  await tx.run(
    `update order_lines l set unit_id = unit.unit_id
     from unnest($1::bigint[], $2::bigint[]) as unit (line_id, unit_id)
     where l.id = unit.line_id`,
    [units.map((unit) => unit.lineId), units.map((unit) => unit.unitId)],
  );
  await tx.run('update orders set stock_released = false where id = $1', [orderId]);
}
