import type { Queryable, Tx } from '#platform/db/db.ts';
import type { VoucherRow } from './voucher-store.ts';

export interface ListedVoucher extends VoucherRow {
  /** 'folder': an import disables it once the shop folder no longer has it. */
  readonly madeBy: 'folder' | 'operator';
}

const LISTED = `
  id, code, name, amount, valid_from as "validFrom", valid_until as "validUntil", uses_limit as "usesLimit", uses,
  is_active as "isActive", made_by as "madeBy"`;

/** All vouchers, including old ones, by code. */
export const allVouchers = (db: Queryable): Promise<ListedVoucher[]> =>
  db.rows(`select ${LISTED} from vouchers order by code_key`);

export interface NewVoucher {
  readonly code: string;
  readonly codeKey: string;
  readonly name: string;
  readonly amount: number;
  readonly validFrom: Date | null;
  readonly validUntil: Date | null;
  /** Null if unlimited. */
  readonly usesLimit: number | null;
}

/** Writes the operator's vouchers and returns the new codes. Existing ones stay unchanged. */
export async function insertVouchers(tx: Tx, vouchers: readonly NewVoucher[]): Promise<string[]> {
  const rows = await tx.rows<{ code: string }>(
    `insert into vouchers (code, code_key, name, amount, valid_from, valid_until, uses_limit, made_by)
     select voucher.code, voucher.code_key, voucher.name, voucher.amount, voucher.valid_from, voucher.valid_until,
       voucher.uses_limit, 'operator'
     from jsonb_to_recordset($1) as voucher (code text, code_key text, name text, amount bigint, valid_from timestamptz,
       valid_until timestamptz, uses_limit int)
     on conflict (code_key) do nothing
     returning code`,
    [
      JSON.stringify(
        vouchers.map((voucher) => ({
          code: voucher.code,
          code_key: voucher.codeKey,
          name: voucher.name,
          amount: voucher.amount,
          valid_from: voucher.validFrom,
          valid_until: voucher.validUntil,
          uses_limit: voucher.usesLimit,
        })),
      ),
    ],
  );
  return rows.map(({ code }) => code);
}

/** Enables or disables a voucher; undefined if there is none. */
export const setActive = (tx: Tx, codeKey: string, isActive: boolean): Promise<ListedVoucher | undefined> =>
  tx.row(`update vouchers set is_active = $2 where code_key = $1 returning ${LISTED}`, [codeKey, isActive]);
