import type { Queryable } from '#platform/db/db.ts';
import { SOLD } from './conditions.ts';
import type { Span } from './report-days.ts';

export interface UsedVoucher {
  key: number;
  name: string;
  code: string;
  uses: number;
  discount: number;
  sold: number;
}

/** Vouchers of orders placed in the span that have not ended, the largest discount first. */
export const usedVouchers = (db: Queryable, { from, until }: Span): Promise<UsedVoucher[]> =>
  db.rows(
    `select v.id as key, v.name, v.code, count(*) as uses, sum(o.discount_amount)::bigint as discount,
       sum(o.total_price)::bigint as sold
     from orders o join vouchers v on v.id = o.voucher_id
     where ${SOLD} and o.voucher_id is not null
     group by v.id
     order by discount desc, v.id`,
    [from, until],
  );
