import type { Queryable } from '#platform/db/db.ts';
import { figuresIn, valuesOf } from './day-figures-store.ts';
import type { SpansToRead } from './stored-spans.ts';

export interface UsedVoucher {
  key: number;
  name: string;
  code: string;
  uses: number;
  discount: number;
  sold: number;
}

/** Vouchers of orders placed on these days that have not ended, largest discount first. */
export const usedVouchers = (tx: Queryable, spans: SpansToRead): Promise<UsedVoucher[]> =>
  tx.rows(
    `select v.id as key, v.name, v.code, sum(r.orders)::bigint as uses, sum(r.discount)::bigint as discount,
       sum(r.amount)::bigint as sold
     from ${figuresIn('report_sold')} r join vouchers v on v.id = r.voucher_id
     where r.item_id is null
     group by v.id
     order by discount desc, v.id`,
    valuesOf(spans),
  );
