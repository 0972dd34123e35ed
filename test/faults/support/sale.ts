import path from 'node:path';
import { importShopFolder } from '#features/shop-config/server/public.ts';
import { givenItem } from '#features/stock/testing.ts';
import type { Db } from '#platform/db/db.ts';
import { tokenHash } from '#platform/secrets/hashes.ts';

export interface Sale {
  /** The item that all buyers want; there is enough for all. */
  readonly item: { readonly id: number; readonly externalCode: string };
  readonly tokens: readonly string[];
}

/** Loads the demo shop without its pictures, with an item to sell and logged-in customers. */
export async function givenSale(db: Db, buyers: number): Promise<Sale> {
  const imported = await importShopFolder({
    db,
    folder: path.resolve('demo'),
    imagesFolder: null,
    now: new Date(),
  });
  if (!imported.ok) throw new Error(JSON.stringify(imported.error));
  const item = await givenItem(db, { capacity: 1_000_000 });
  return { item, tokens: await givenBuyers(db, buyers) };
}

/** Adds customers who are logged in. Returns their tokens. */
export async function givenBuyers(db: Db, buyers: number): Promise<readonly string[]> {
  const tokens = Array.from({ length: buyers }, (_, index) => `token-of-buyer-${index}`);
  await db.run(
    `with made as (
       insert into customers (email, email_key, full_name, created_at)
       select 'buyer-' || number || '@example.org', 'buyer-' || number || '@example.org', 'Buyer Number', now()
       from generate_series(1, $1::int) number
       returning id
     )
     insert into login_tokens (token_hash, customer_id, created_at, last_used_at)
     select token.hash, made.id, now(), now()
     from (select id, row_number() over (order by id) as place from made) made
     join unnest($2::bytea[]) with ordinality as token (hash, place) on token.place = made.place`,
    [buyers, tokens.map(tokenHash)],
  );
  return tokens;
}
