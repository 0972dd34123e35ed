import { z } from 'zod';

/**
 * A backup is a gzipped tar archive, so that ordinary tools can read it:
 *
 *     backup.json                 the head: which shop it is and the state of the schema
 *     tables/<table>/<number>     rows as PostgreSQL's COPY writes them, in pieces of a few megabytes, in loading order
 *     images/..., image-sources/...
 *     rows.json                   number of rows by table
 *     SHA256SUMS                  checksums of all files before it, for `sha256sum -c`
 *
 * Only a complete backup has the last file.
 */
export const BACKUP_FORMAT = 1;

export const HEAD_FILE = 'backup.json';
export const ROWS_FILE = 'rows.json';
export const SUMS_FILE = 'SHA256SUMS';

/** The folders of pictures in a backup, which also begin the pictures' names in the database. */
export const PICTURE_FOLDERS = ['images', 'image-sources'] as const;

export const backupHead = z.object({
  product: z.literal('foyer'),
  format: z.literal(BACKUP_FORMAT),
  /** The time of the database snapshot. */
  made_at: z.iso.datetime(),
  shop: z.string(),
  /** Identifies the shop's key without revealing it. The key itself is in no backup. */
  key_fingerprint: z.string(),
  server_version: z.string(),
  migrations: z.array(z.object({ number: z.int(), file: z.string(), checksum: z.string() })),
  /** In loading order: referenced tables come first. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1) })),
  /** Sequences of identity columns; `value` is a bigint as text. */
  counters: z.array(z.object({ table: z.string(), column: z.string(), value: z.string(), is_used: z.boolean() })),
});
export type BackupHead = z.infer<typeof backupHead>;

export const backupRows = z.record(z.string(), z.int().min(0));

/** Pieces of a table are numbered from 1. */
export const pieceName = (table: string, piece: number): string => `tables/${table}/${String(piece).padStart(6, '0')}`;

/** Returns the table of a piece; undefined for files that belong to no table. */
export const tableOfPiece = (name: string): string | undefined => /^tables\/([^/]+)\/\d+$/.exec(name)?.[1];

/** Returns the picture's name in the database; undefined for other files and for paths that leave the folder. */
export function pictureOf(name: string): string | undefined {
  const [first, ...rest] = name.split('/');
  const folder = PICTURE_FOLDERS.find((one) => one === first);
  if (!folder || rest.length === 0 || rest.some((part) => part === '' || part === '.' || part === '..'))
    return undefined;
  return name;
}
