import { z } from 'zod';

/**
 * A backup is a gzipped tar archive, so that ordinary tools can look into it:
 *
 *     backup.json                 the head: what it is a backup of, in which state of the schema
 *     tables/<table>/<number>     the rows as PostgreSQL's COPY writes them, in pieces of a few megabytes, in the order of loading
 *     images/..., image-sources/...
 *     rows.json                   how many rows each table has
 *     SHA256SUMS                  of everything before; `sha256sum -c` reads it
 *
 * The last file is only there when the backup is whole.
 */
export const BACKUP_FORMAT = 1;

export const HEAD_FILE = 'backup.json';
export const ROWS_FILE = 'rows.json';
export const SUMS_FILE = 'SHA256SUMS';

/** The folders of pictures, as they are named in a backup and in the data folder. */
export const PICTURE_FOLDERS = ['images', 'image-sources'] as const;

export const backupHead = z.object({
  product: z.literal('foyer'),
  format: z.literal(BACKUP_FORMAT),
  /** The moment of the database's snapshot. */
  made_at: z.iso.datetime(),
  /** The shop's name. */
  shop: z.string(),
  /** Tells whether a key is the one that the shop had, and nothing about the key. The key itself is in no backup. */
  key_fingerprint: z.string(),
  server_version: z.string(),
  migrations: z.array(z.object({ number: z.int(), file: z.string(), checksum: z.string() })),
  /** In the order of loading: what is referred to comes first. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1) })),
  /** Where the counters of identity columns stand; a bigint as text. */
  counters: z.array(z.object({ table: z.string(), column: z.string(), value: z.string(), is_used: z.boolean() })),
});
export type BackupHead = z.infer<typeof backupHead>;

export const backupRows = z.record(z.string(), z.int().min(0));

/** The name of a piece of a table; they count from 1. */
export const pieceName = (table: string, piece: number): string => `tables/${table}/${String(piece).padStart(6, '0')}`;

/** The table that a file of the archive belongs to; undefined for other files. */
export const tableOfPiece = (name: string): string | undefined => /^tables\/([^/]+)\/\d+$/.exec(name)?.[1];

/** Folder and path in it of a picture's file; undefined for other files and for paths that lead elsewhere. */
export function pictureOf(name: string): { folder: (typeof PICTURE_FOLDERS)[number]; path: string } | undefined {
  const [first, ...rest] = name.split('/');
  const folder = PICTURE_FOLDERS.find((one) => one === first);
  if (!folder || rest.length === 0 || rest.some((part) => part === '' || part === '.' || part === '..'))
    return undefined;
  return { folder, path: rest.join('/') };
}
