import type { Tx } from '#platform/db/db.ts';

/** Makes imports run one after another. Held until the end of the transaction. */
export async function lockImports(tx: Tx): Promise<void> {
  await tx.run("select pg_advisory_xact_lock(hashtext('shop-folder-import'))");
}

/** Whether there is an order, or a cart with an item. */
export async function hasSoldAnything(tx: Tx): Promise<boolean> {
  const row = await tx.row<{ found: boolean }>(
    'select exists (select from orders) or exists (select from cart_lines) as found',
  );
  return row!.found;
}

interface Terms {
  readonly version: string;
  readonly html: string;
}

/** Whether the version already has another text. */
export async function hasOtherTerms(tx: Tx, { version, html }: Terms): Promise<boolean> {
  const known = await tx.row<{ html: string }>('select html from terms_versions where version = $1', [version]);
  return known !== undefined && known.html !== html;
}

export async function saveTerms(tx: Tx, { version, html }: Terms, now: Date): Promise<void> {
  await tx.run(
    'insert into terms_versions (version, html, published_at) values ($1, $2, $3) on conflict (version) do nothing',
    [version, html, now],
  );
}
