import { voucherKey } from '#features/vouchers/domain/voucher-validity.ts';
import type { Tx } from '#platform/db/db.ts';
import type { ResolvedVoucher } from './resolve/resolve-shop-folder.ts';

/** Imports run one after another: the second one sees what the first one stored. Held to the end of the transaction. */
export async function lockImports(tx: Tx): Promise<void> {
  await tx.run("select pg_advisory_xact_lock(hashtext('shop-folder-import'))");
}

/**
 * Makes the vouchers of the folder be what is given. Their uses stay; one that is gone from it cannot be used any more. Those that
 * the operator made by command stay as they are, also when the folder names them: the codes of these are answered.
 */
export async function saveVouchers(tx: Tx, vouchers: readonly ResolvedVoucher[]): Promise<string[]> {
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

/** What codes are compared by; made here and not by the database, whose idea of capitals depends on its locale. */
const keyOf = ({ code }: ResolvedVoucher): string => voucherKey(code);

/** Whether there is an order, or a cart with something in it. */
export async function hasSoldAnything(tx: Tx): Promise<boolean> {
  const row = await tx.row<{ found: boolean }>(
    'select exists (select from orders) or exists (select from cart_lines) as found',
  );
  return row!.found;
}

/** Keeps the text of a version of the terms. False when this version has another text already. */
export async function saveTerms(tx: Tx, terms: { version: string; html: string; now: Date }): Promise<boolean> {
  const known = await tx.row<{ html: string }>('select html from terms_versions where version = $1', [terms.version]);
  if (known) return known.html === terms.html;
  await tx.run('insert into terms_versions (version, html, published_at) values ($1, $2, $3)', [
    terms.version,
    terms.html,
    terms.now,
  ]);
  return true;
}
