import type { Tx } from '#platform/db/db.ts';
import { voucherKey } from '../domain/voucher-validity.ts';
import type { NewVoucher } from './operator-store.ts';

export type ImportedVoucher = Omit<NewVoucher, 'codeKey'>;

/**
 * Stores the vouchers of the shop folder. Vouchers keep their uses, and those no longer in the folder are disabled.
 * Vouchers that the operator created by command stay unchanged even if the folder has them; returns their codes.
 */
export async function importVouchers(tx: Tx, vouchers: readonly ImportedVoucher[]): Promise<string[]> {
  const keys = vouchers.map(keyOf);
  // An unchanged voucher is not even locked, because a checkout may need its lock.
  await tx.run(
    `insert into vouchers (code, code_key, name, amount, valid_from, valid_until, uses_limit)
     select code, code_key, name, amount, valid_from, valid_until, uses_limit
     from jsonb_to_recordset($1) as wanted (code text, code_key text, name text, amount bigint, valid_from timestamptz,
       valid_until timestamptz, uses_limit int)
     where not exists (
       select from vouchers known
       where known.code_key = wanted.code_key
         and (
           known.made_by <> 'folder'
           or (known.code, known.name, known.amount, known.valid_from, known.valid_until, known.uses_limit, known.is_active)
             is not distinct from (wanted.code, wanted.name, wanted.amount, wanted.valid_from, wanted.valid_until, wanted.uses_limit, true)
         )
     )
     order by code_key
     on conflict (code_key) do update set
       code = excluded.code,
       name = excluded.name,
       amount = excluded.amount,
       valid_from = excluded.valid_from,
       valid_until = excluded.valid_until,
       uses_limit = excluded.uses_limit,
       is_active = true
     where vouchers.made_by = 'folder'`,
    [
      JSON.stringify(
        vouchers.map((voucher) => ({
          code: voucher.code,
          code_key: keyOf(voucher),
          name: voucher.name,
          amount: voucher.amount,
          valid_from: voucher.validFrom,
          valid_until: voucher.validUntil,
          uses_limit: voucher.usesLimit,
        })),
      ),
    ],
  );
  await tx.run(
    `update vouchers
     set is_active = false
     where is_active and made_by = 'folder' and code_key <> all($1::text[])`,
    [keys],
  );
  const others = await tx.rows<{ key: string }>(
    `select code_key as key from vouchers where made_by <> 'folder' and code_key = any($1)`,
    [keys],
  );
  const othersKeys = new Set(others.map(({ key }) => key));
  return vouchers.filter((voucher) => othersKeys.has(keyOf(voucher))).map(({ code }) => code);
}

/** Codes are compared by this key. Computed here, because the database's upper case depends on its locale. */
const keyOf = ({ code }: ImportedVoucher): string => voucherKey(code);
