import type { Queryable } from '#platform/db/db.ts';

export interface GivenVoucher {
  code: string;
  amount?: number;
  usesLimit?: number | null;
  uses?: number;
  validFrom?: Date | null;
  validUntil?: Date | null;
  isActive?: boolean;
}

/** Stores a voucher, by default valid forever, and returns its id. */
export async function givenVoucher(db: Queryable, voucher: GivenVoucher): Promise<number> {
  const row = await db.row<{ id: number }>(
    `insert into vouchers (code, code_key, name, amount, valid_from, valid_until, uses_limit, uses, is_active)
     values ($1, upper($1), 'Voucher ' || $1, $2, $3, $4, $5, $6, $7)
     returning id`,
    [
      voucher.code,
      voucher.amount ?? 2_000,
      voucher.validFrom ?? null,
      voucher.validUntil ?? null,
      voucher.usesLimit ?? null,
      voucher.uses ?? 0,
      voucher.isActive ?? true,
    ],
  );
  return row!.id;
}
