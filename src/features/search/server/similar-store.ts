import type { Queryable } from '#platform/db/db.ts';
import type { SimilarMeaning } from '../domain/similar-meanings.ts';
import { oneMistakeAway } from '../domain/typing-mistakes.ts';
import { beginsWith, lastWordOf } from './name-matches-store.ts';
import { type FoundRow, found, MAX_RESULTS, TICKET } from './search-store.ts';

// A neighbour is a text that is one mistake away. Each one is looked up in an index. Several hundred lookups take
// milliseconds and use the indexes of the exact search; comparing trigrams took seconds with a million orders.

/** The characters of names as `search_key` returns them. */
const NAME_ALPHABET = "abcdefghijklmnopqrstuvwxyz -'";

/** The maximum number of rows read for each neighbour. If more match, the newest may not be among them. */
const MAX_EACH = 100;

const newest = (rows: string) => `select * from (${rows}) as match order by at desc limit ${MAX_RESULTS}`;

const BY_CODE = {
  order: newest(`select ${found('order', 'o.code')} from orders o where o.code = any($1)`),
  ticket: newest(`select ${found('ticket', 't.full_name')} from ${TICKET} where t.code = any($1)`),
  invoice: newest(
    `select ${found('invoice', 'i.code')} from invoices i join orders o on o.id = i.order_id where i.code = any($1)`,
  ),
} as const;

const wholeName = (name: string) => `search_key(${name})`;

const buyersBy = (keyOf: (name: string) => string) => `
  select ${found('buyer', 'o.customer_name')}, ${keyOf('o.customer_name')} <> near as is_beginning
  from unnest($1::text[]) as near cross join lateral (
    select * from orders b
    where ${beginsWith(keyOf('b.customer_name'), 'near')} and b.customer_name <> ''
    limit ${MAX_EACH}
  ) as o`;

const holdersBy = (keyOf: (name: string) => string) => `
  select ${found('holder', 't.full_name')}, ${keyOf('t.full_name')} <> near as is_beginning
  from unnest($1::text[]) as near cross join lateral (
    select full_name, order_id from tickets h
    where ${beginsWith(keyOf('h.full_name'), 'near')} and h.full_name <> ''
    limit ${MAX_EACH}
  ) as t join orders o on o.id = t.order_id`;

/** Names that equal a neighbour come before those that only begin with one. */
const likeliest = (rows: string) => `
  select by, matched, "order", status, "customerName", receipt, amount, outstanding, currency, at, min(is_beginning::int) as rank
  from (${rows}) as match
  group by by, matched, "order", status, "customerName", receipt, amount, outstanding, currency, at
  order by rank, at desc
  limit ${MAX_RESULTS}`;

const BY_NAME = [buyersBy, holdersBy].map((by) => ({
  wholeName: likeliest(by(wholeName)),
  eitherName: likeliest(`${by(wholeName)} union all ${by((name) => lastWordOf(wholeName(name)))}`),
}));

/** Returns what the meanings find, up to five of each kind, most likely first. */
export async function findSimilar(db: Queryable, meanings: readonly SimilarMeaning[]): Promise<FoundRow[]> {
  const lists = await Promise.all(
    meanings.map(async (meaning) => {
      if (meaning.kind !== 'name') return await db.rows<FoundRow>(BY_CODE[meaning.kind], [meaning.codes]);
      const { key } = (await db.row<{ key: string }>('select search_key($1) as key', [meaning.beginning]))!;
      const near = oneMistakeAway(key, NAME_ALPHABET);
      const found = await Promise.all(
        BY_NAME.map((by) => db.rows<FoundRow>(key.includes(' ') ? by.wholeName : by.eitherName, [near])),
      );
      return found.flat();
    }),
  );
  return lists.flat();
}
