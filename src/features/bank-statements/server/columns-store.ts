import type { CsvMap } from '#features/shop-config/domain/statement-csv.ts';
import type { Queryable } from '#platform/db/db.ts';
import type { RememberedColumns } from './known-csv.ts';

/** More than an operator's banks need. */
const MAX_REMEMBERED_COLUMNS = 200;

/** Latest choice first. */
export const rememberedColumns = (db: Queryable): Promise<RememberedColumns[]> =>
  db.rows('select headings, map from statement_columns order by saved_at desc, headings limit $1', [
    MAX_REMEMBERED_COLUMNS,
  ]);

/** Replaces an earlier choice for the same headings. */
export const rememberColumns = (
  db: Queryable,
  { headings, map, savedBy }: RememberedColumns & { readonly savedBy: string },
  now: Date,
): Promise<number> =>
  db.run(
    `insert into statement_columns (headings, map, saved_at, saved_by)
     values ($1, $2, $3, $4)
     on conflict (headings) do update set map = $2, saved_at = $3, saved_by = $4`,
    [headings, JSON.stringify(map satisfies CsvMap), now, savedBy],
  );
