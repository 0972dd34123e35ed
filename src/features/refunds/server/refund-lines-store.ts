import type { Queryable, Tx } from '#platform/db/db.ts';
import { type KeptMoney, keptOf } from '../domain/kept-money.ts';
import { ITEM_COLUMNS, ITEM_JOINS, type ItemRow } from './new-refund-store.ts';

export interface RefundLineRow extends ItemRow {
  refundId: number;
  amount: number;
  /** The part of the price that is kept. */
  refundFee: number;
  /**
   * The part of the booking fee that is given back. It is part of the amount, except for a plan, which is refunded as
   * one sum.
   */
  feeRefund: number;
}

/** Returns tickets first, each kind in the order of the cart. */
export const linesOfRefunds = (db: Queryable, refundIds: readonly number[]): Promise<RefundLineRow[]> =>
  db.rows<RefundLineRow>(
    `select
       refunded.refund_id as "refundId",
       refunded.amount,
       refunded.refund_fee as "refundFee",
       refunded.fee_refund as "feeRefund",
       ${ITEM_COLUMNS}
     from refund_lines refunded
     join order_lines line on line.id = refunded.order_line_id
     ${ITEM_JOINS}
     where refunded.refund_id = any($1)
     order by refunded.refund_id, line.kind desc, line.position`,
    [refundIds],
  );

type KeptLine = Pick<RefundLineRow, 'price' | 'discountShare' | 'fee' | 'frozen' | 'refundFee' | 'feeRefund'>;

const keptLine = ({ refundFee, feeRefund, ...item }: KeptLine) => ({
  item: { ...item, refundFee: item.frozen.refundFee },
  refundFee,
  feeRefund,
});

export const keptOfLine = (line: KeptLine): KeptMoney => keptOf([keptLine(line)]);

export const withLines = async <Refund extends { readonly id: number }>(db: Queryable, refund: Refund) => ({
  ...refund,
  lines: (await linesOfRefunds(db, [refund.id])).map(withNotRefunded),
});

/** Adds the part of `refundFee` that is not a fee, but kept because only a smaller amount was refunded. */
export const withNotRefunded = <Line extends KeptLine>(line: Line) => ({
  ...line,
  notRefunded: keptOfLine(line).notRefunded,
});

/** What each refund keeps of the money that was paid for its items. */
export async function keptByRefunds(db: Queryable, refundIds: readonly number[]): Promise<Map<number, KeptMoney>> {
  const lines = Map.groupBy(await linesOfRefunds(db, refundIds), ({ refundId }) => refundId);
  return new Map(refundIds.map((id) => [id, keptOf((lines.get(id) ?? []).map(keptLine))]));
}

export const lineIdsOf = async (tx: Tx, refundId: number): Promise<number[]> =>
  (await tx.rows<{ id: number }>('select order_line_id as id from refund_lines where refund_id = $1', [refundId])).map(
    ({ id }) => id,
  );
