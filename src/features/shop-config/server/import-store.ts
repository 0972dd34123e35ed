import type { Tx } from '#platform/db/db.ts';

/** Makes imports run one after another. Held until the end of the transaction. */
export async function lockImports(tx: Tx): Promise<void> {
  await tx.run("select pg_advisory_xact_lock(hashtext('shop-folder-import'))");
}

/** Counts orders, and carts with items. */
export async function hasSoldAnything(tx: Tx): Promise<boolean> {
  const row = await tx.row<{ found: boolean }>(
    'select exists (select from orders) or exists (select from cart_lines) as found',
  );
  return row!.found;
}

/** Saves the terms. Returns false if the version already has another text. */
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
