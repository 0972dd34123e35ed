import type { Tx } from '#platform/db/db.ts';
import { voucherKey } from '../domain/voucher-validity.ts';
import type { NewVoucher } from './operator-store.ts';

export type ImportedVoucher = Omit<NewVoucher, 'codeKey'>;

/**
 * Stores the vouchers of the shop folder. Their uses stay, and one that is no longer in the folder is disabled.
 * Vouchers created by command do not change even if the folder has them; returns the codes of those.
 */
export async function importVouchers(tx: Tx, vouchers: readonly ImportedVoucher[]): Promise<string[]> {
  const leftAlone: string[] = [];
  for (const voucher of vouchers) {
    const saved = await tx.run(
      `insert into vouchers (code, code_key, name, amount, valid_from, valid_until, uses_limit)
       values ($1, $2, $3, $4, $5, $6, $7)
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
        voucher.code,
        keyOf(voucher),
        voucher.name,
        voucher.amount,
        voucher.validFrom,
        voucher.validUntil,
        voucher.usesLimit,
      ],
    );
    if (saved === 0) leftAlone.push(voucher.code);
  }
  await tx.run(
    `update vouchers
     set is_active = false
     where is_active and made_by = 'folder' and code_key <> all($1::text[])`,
    [vouchers.map(keyOf)],
  );
  return leftAlone;
}

/** Codes are compared by this key. Made here, because the database's upper case depends on its locale. */
const keyOf = ({ code }: ImportedVoucher): string => voucherKey(code);
