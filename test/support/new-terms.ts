import type { Queryable } from '#platform/db/db.ts';

/** Changes the terms like an import of a folder with another version. */
export async function importTerms(db: Queryable, version: string, html: string, now: Date): Promise<void> {
  await db.run('insert into terms_versions (version, html, published_at) values ($1, $2, $3)', [version, html, now]);
  await db.run(
    `update shop_state
     set
       version = version + 1,
       config = jsonb_set(
         jsonb_set(config, '{public,termsVersion}', to_jsonb($1::text)),
         '{public,texts,termsConditionsHtml}',
         to_jsonb($2::text)
       )`,
    [version, html],
  );
}
