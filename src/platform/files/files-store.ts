import type { Db, Queryable, Tx } from '#platform/db/db.ts';

export interface ShopFile {
  /** `images/<file>` or `image-sources/<picture>/<file>`. */
  readonly name: string;
  readonly content: Buffer;
}

export async function storedFile(db: Queryable, name: string): Promise<Buffer | null> {
  const row = await db.row<{ content: Buffer }>('select content from shop_files where name = $1', [name]);
  return row?.content ?? null;
}

/** Returns which of the names are stored. */
export async function storedNames(db: Queryable, names: readonly string[]): Promise<Set<string>> {
  const rows = await db.rows<{ name: string }>('select name from shop_files where name = any($1)', [names]);
  return new Set(rows.map(({ name }) => name));
}

/** Returns the names that begin with a folder, which ends with a slash. */
export async function storedNamesBelow(db: Queryable, folder: string): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(
    `select name
     from shop_files
     where name >= $1::text collate "C" and name < $2::text collate "C"
     order by name`,
    // The character after the slash, so that the range covers everything below the folder.
    [folder, `${folder.slice(0, -1)}0`],
  );
  return rows.map(({ name }) => name);
}

export async function hasFiles(db: Queryable): Promise<boolean> {
  return (await db.row<{ found: boolean }>('select exists (select from shop_files) as found'))!.found;
}

/** Leaves an existing file as it is, because a name belongs to one content. */
export async function insertFile(tx: Tx, { name, content }: ShopFile): Promise<void> {
  await tx.run('insert into shop_files (name, content) values ($1, $2) on conflict (name) do nothing', [name, content]);
}

/** One transaction writes at most this much, unless a single file is larger. */
const BATCH_BYTES = 4 << 20;

/** Reads each file only when its turn comes, so that only a few megabytes are in memory at a time. */
export async function insertFiles(db: Db, files: readonly { name: string; read(): Promise<Buffer> }[]): Promise<void> {
  const waiting = [...files];
  while (waiting.length > 0) {
    const batch: ShopFile[] = [];
    for (let bytes = 0; waiting.length > 0 && bytes < BATCH_BYTES; ) {
      const { name, read } = waiting.shift()!;
      const content = await read();
      bytes += content.byteLength;
      batch.push({ name, content });
    }
    // All imports insert in the same order, so that two of them do not deadlock.
    batch.sort((one, other) => (one.name < other.name ? -1 : 1));
    await db.transaction((tx) => Promise.all(batch.map((file) => insertFile(tx, file))));
  }
}
