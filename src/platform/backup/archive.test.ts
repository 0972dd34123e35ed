import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MIGRATIONS_FOLDER, readMigrations } from '#platform/db/migrate.ts';
import { Archive } from './archive.ts';
import { type BackupHead, HEAD_FILE, pictureOf, pieceName, ROWS_FILE } from './backup-format.ts';
import { backupEntries, checkBackup } from './read-backup.ts';
import { inLoadingOrder } from './shop-tables.ts';
import { tarHeader } from './tar-write.ts';

let folder: string;

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'foyer-archive-'));
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

const head: BackupHead = {
  product: 'foyer',
  format: 1,
  made_at: '2026-11-20T10:00:00.000Z',
  shop: 'Sandlark',
  key_fingerprint: 'abc',
  server_version: '18.4',
  migrations: [],
  tables: [{ name: 'orders', columns: ['id', 'code'] }],
  counters: [],
};

const pieceOne = Buffer.from('1\tSLK-1\n'.repeat(200));
const pieceTwo = randomBytes(700);
const rows = JSON.stringify({ orders: 200 });

function buildArchive({
  ofHead = head as object,
  between = (_archive: Archive): Buffer[] => [],
  behind = Buffer.alloc(0),
} = {}): Buffer {
  const archive = new Archive(new Date(head.made_at));
  const bytes = [
    ...archive.file(HEAD_FILE, Buffer.from(JSON.stringify(ofHead))),
    ...archive.file(pieceName('orders', 1), pieceOne),
    ...archive.file(pieceName('orders', 2), pieceTwo),
    ...between(archive),
    ...archive.file(ROWS_FILE, Buffer.from(rows)),
    ...archive.end(),
  ];
  return Buffer.concat([...bytes, behind]);
}

let written = 0;
function saved(bytes: Buffer): string {
  written += 1;
  const file = path.join(folder, `${written}.tar.gz`);
  fs.writeFileSync(file, bytes);
  return file;
}

async function contentOf(file: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for await (const { name, content } of backupEntries(file)) {
    let text = '';
    for await (const piece of content) text += piece.toString('latin1');
    found.set(name, text);
  }
  return found;
}

describe('an archive', () => {
  test('reads back as it was written', async () => {
    const file = saved(gzipSync(buildArchive()));
    expect(await checkBackup(file)).toEqual({ head, rows: { orders: 200 } });
    const content = await contentOf(file);
    expect([...content.keys()].slice(0, 3)).toEqual(['backup.json', 'tables/orders/000001', 'tables/orders/000002']);
    expect(content.get('tables/orders/000002')).toBe(pieceTwo.toString('latin1'));
  });

  test.runIf(process.platform === 'linux')(
    'can be opened by ordinary tools, which can also verify its checksums',
    () => {
      const out = path.join(folder, 'opened');
      fs.mkdirSync(out);
      const long = `image-sources/${'a'.repeat(120)}/${'b'.repeat(90)}.svg`;
      const between = (archive: Archive) => [...archive.file(long, Buffer.from('<svg/>'))];
      execFileSync('tar', ['xzf', saved(gzipSync(buildArchive({ between }))), '-C', out]);
      const checked = execFileSync('sha256sum', ['-c', 'SHA256SUMS'], { cwd: out, encoding: 'utf8' });
      expect(checked.trim().split('\n')).toHaveLength(5);
      expect(fs.readFileSync(path.join(out, long), 'utf8')).toBe('<svg/>');
    },
  );

  test('refuses a name that would be cut off', () => {
    expect(() => tarHeader('x'.repeat(101), 1, new Date())).toThrow('too long');
    expect(() => tarHeader(`${'x'.repeat(156)}/y`, 1, new Date())).toThrow('too long');
  });
});

describe('a file that is not a complete backup is refused with the reason', () => {
  const refusalOf = (bytes: Buffer) =>
    checkBackup(saved(bytes)).then(
      () => 'taken',
      (error) => (error.name === 'BackupProblem' ? error.message : error),
    );

  test.each([
    ['no archive', Buffer.from('hello'), 'is not a Foyer backup'],
    ['nothing', Buffer.alloc(0), 'cut off'],
    ['gzip of something else', gzipSync('hello'.repeat(1000)), 'damaged or not a backup'],
    ['another archive', gzipSync(buildArchive({ ofHead: { product: 'other' } })), 'is not a Foyer backup'],
    [
      'another format',
      gzipSync(buildArchive({ ofHead: { ...head, format: 2 } })),
      'has the format 2, and this version',
    ],
    ['an unreadable head', gzipSync(buildArchive({ ofHead: { ...head, tables: 1 } })), 'its head cannot be read'],
    ['an archive without its end', gzipSync(buildArchive().subarray(0, 4096)), 'cut off'],
    [
      'a file after the end',
      gzipSync(
        Buffer.concat([buildArchive().subarray(0, -1024), tarHeader('more', 0, new Date()), Buffer.alloc(1024)]),
      ),
      'more comes after its end',
    ],
    [
      'a newer version’s backup',
      gzipSync(
        buildArchive({ ofHead: { ...head, migrations: [{ number: 9999, file: '9999-later.sql', checksum: 'x' }] } }),
      ),
      'different version of Foyer: its migration 9999-later.sql is unknown here',
    ],
  ])('%s', async (_name, bytes, why) => {
    expect(await refusalOf(bytes)).toContain(why);
  });

  test('a missing file or a folder', async () => {
    await expect(checkBackup(path.join(folder, 'none'))).rejects.toThrow('there is no such file');
    await expect(checkBackup(folder)).rejects.toThrow('it is a folder');
  });

  test('a backup with a migration of different content', async () => {
    const [first] = readMigrations(MIGRATIONS_FOLDER);
    const migrations = [{ number: 1, file: first!.file, checksum: 'other' }];
    expect(await refusalOf(gzipSync(buildArchive({ ofHead: { ...head, migrations } })))).toContain(
      'different version of Foyer',
    );
  });

  test('a file that is cut off anywhere', async () => {
    const whole = gzipSync(buildArchive());
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), async (length) => {
        expect(await refusalOf(whole.subarray(0, length))).toMatch(/cut off|not a Foyer backup/);
      }),
      { numRuns: 60 },
    );
  });

  test('a file with one changed bit, unless nothing is lost', async () => {
    const whole = gzipSync(buildArchive());
    const content = await contentOf(saved(whole));
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(7), async (at, bit) => {
        const changed = Buffer.from(whole);
        changed[at]! ^= 1 << bit;
        const file = saved(changed);
        const refused = await checkBackup(file).then(
          () => false,
          (error) => error.name === 'BackupProblem',
        );
        if (!refused) expect(await contentOf(file)).toEqual(content);
      }),
      { numRuns: 150 },
    );
  });

  test('an archive with one changed bit that was compressed again: the checksum reveals it', async () => {
    const archive = buildArchive();
    const at = archive.indexOf(pieceTwo);
    archive[at + 100]! ^= 4;
    expect(await refusalOf(gzipSync(archive))).toContain('tables/orders/000002 does not match its checksum');
  });
});

test('paths that leave the pictures’ folders are not pictures', () => {
  expect(pictureOf('images/a.avif')).toBe('images/a.avif');
  expect(pictureOf('image-sources/a/100x100.svg')).toBe('image-sources/a/100x100.svg');
  for (const name of ['images/../secret-key', 'images', '/etc/passwd', 'images//a', 'other/a', 'images/./a']) {
    expect(pictureOf(name)).toBeUndefined();
  }
});

test('tables are loaded after those that they refer to, and a cycle is refused', () => {
  const tables = ['a', 'b', 'c'].map((name) => ({ name }));
  const references = [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
  ];
  expect(inLoadingOrder(tables, references).map(({ name }) => name)).toEqual(['c', 'b', 'a']);
  expect(() => inLoadingOrder(tables, [...references, { from: 'c', to: 'a' }])).toThrow('cycle');
});
