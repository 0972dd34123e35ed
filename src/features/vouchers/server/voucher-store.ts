import type { Queryable, Tx } from '#platform/db/db.ts';
import type { VoucherTerms } from '../domain/voucher-validity.ts';

export interface VoucherRow extends VoucherTerms {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  /** Minor units. */
  readonly amount: number;
}

const VOUCHER = `
  id,
  code,
  name,
  amount,
  valid_from as "validFrom",
  valid_until as "validUntil",
  uses_limit as "usesLimit",
  uses,
  is_active as "isActive"`;

export function voucherByKey(db: Queryable, key: string): Promise<VoucherRow | undefined> {
  return db.row<VoucherRow>(`select ${VOUCHER} from vouchers where code_key = $1`, [key]);
}

export const vouchersByKeys = (db: Queryable, keys: readonly string[]): Promise<VoucherRow[]> =>
  db.rows<VoucherRow>(`select ${VOUCHER} from vouchers where code_key = any($1)`, [keys]);

/**
 * Locks vouchers, so that their use counts stay as read. Call it after locking carts and orders, and before any item.
 */
export const lockVouchers = (tx: Tx, voucherIds: readonly number[]): Promise<VoucherRow[]> =>
  tx.rows<VoucherRow>(`select ${VOUCHER} from vouchers where id = any($1) order by id for no key update`, [voucherIds]);

/** Locks the voucher that an order used; undefined if it used none. */
export function lockVoucherOfOrder(tx: Tx, orderId: number): Promise<VoucherRow | undefined> {
  return tx.row<VoucherRow>(
    `select ${VOUCHER}
     from vouchers
     where id = (select voucher_id from voucher_uses where order_id = $1)
     for no key update`,
    [orderId],
  );
}

export interface VoucherUse {
  readonly voucherId: number;
  readonly orderId: number;
}

/** Inserts and counts uses of new orders. Needs the vouchers' locks. */
export const insertUses = (tx: Tx, uses: readonly VoucherUse[], now: Date): Promise<number> =>
  tx.run(
    `with used as (
       insert into voucher_uses (voucher_id, order_id, taken_at)
       select voucher_id, order_id, $3
       from unnest($1::bigint[], $2::bigint[]) as use (voucher_id, order_id)
       returning voucher_id
     )
     update vouchers
     set uses = vouchers.uses + taken.uses
     from (select voucher_id, count(*)::int as uses from used group by voucher_id) taken
     where vouchers.id = taken.voucher_id`,
    [uses.map(({ voucherId }) => voucherId), uses.map(({ orderId }) => orderId), now],
  );

export type UseState = 'none' | 'taken' | 'given_back';

/** Needs the voucher's lock. */
export async function stateOfUse(tx: Tx, orderId: number): Promise<UseState> {
  const row = await tx.row<{ givenBack: boolean }>(
    'select given_back_at is not null as "givenBack" from voucher_uses where order_id = $1',
    [orderId],
  );
  if (!row) return 'none';
  return row.givenBack ? 'given_back' : 'taken';
}

export async function takeUseAgain(tx: Tx, orderId: number, now: Date): Promise<void> {
  await tx.run('update voucher_uses set taken_at = $2, given_back_at = null where order_id = $1', [orderId, now]);
}

/** Gives back the use of a voucher. Returns false if there was none to give back. */
export async function giveUseBack(tx: Tx, orderId: number, now: Date): Promise<boolean> {
  return (
    (await tx.run('update voucher_uses set given_back_at = $2 where order_id = $1 and given_back_at is null', [
      orderId,
      now,
    ])) === 1
  );
}

/** Needs the voucher's lock. */
export async function countUse(tx: Tx, voucherId: number, by: 1 | -1): Promise<void> {
  await tx.run('update vouchers set uses = uses + $2 where id = $1', [voucherId, by]);
}

/** Vouchers whose counter differs from the number of their uses that were not given back. */
export function miscountedVouchers(db: Queryable): Promise<{ code: string; uses: number; counted: number }[]> {
  return db.rows(
    `select voucher.code, voucher.uses, count(used.order_id) as counted
     from vouchers voucher
     left join voucher_uses used on used.voucher_id = voucher.id and used.given_back_at is null
     group by voucher.id
     having voucher.uses <> count(used.order_id)
     order by voucher.code`,
  );
}
