import { voucherKey } from '#features/vouchers/domain/voucher-validity.ts';
import type { Tx } from '#platform/db/db.ts';
import type { ResolvedVoucher } from './resolve/resolve-shop-folder.ts';

/** Makes imports run one after another. Held until the end of the transaction. */
export async function lockImports(tx: Tx): Promise<void> {
  await tx.run("select pg_advisory_xact_lock(hashtext('shop-folder-import'))");
}

/**
 * Stores the folder's vouchers. Their uses stay, and one that is no longer in the folder is disabled. Vouchers created by command do not
 * change even if the folder has them; returns the codes of those.
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

/** Codes are compared by this key. Made here, because the database's upper case depends on its locale. */
const keyOf = ({ code }: ResolvedVoucher): string => voucherKey(code);

/** Whether there is an order or a cart with items. */
export async function hasSoldAnything(tx: Tx): Promise<boolean> {
  const row = await tx.row<{ found: boolean }>(
    'select exists (select from orders) or exists (select from cart_lines) as found',
  );
  return row!.found;
}

/** Stores the text of a version of the terms. Returns false if the version already has another text. */
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
