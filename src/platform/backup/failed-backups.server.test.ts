import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type pg from 'pg';
import { describe, expect, test } from 'vitest';
import { migrate } from '#platform/db/migrate.ts';
import {
  backup,
  clientFor,
  folder,
  givenBackupShop,
  refusalOf,
  restore,
  source,
  sumsOf,
  target,
  whole,
} from '../../../test/support/backup-shop.ts';
import { Archive } from './archive.ts';
import { backupEntries, checkBackup } from './read-backup.ts';
import { restoreBackup } from './restore-backup.ts';

givenBackupShop();

/** Mounts a disk of 64 kB. */
function mount(place: string): void {
  fs.mkdirSync(place, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', place], { stdio: 'ignore' });
}

function unmount(place: string): void {
  execFileSync('umount', [place], { stdio: 'ignore' });
  fs.rmdirSync(place);
}

function canMount(place: string): boolean {
  try {
    mount(place);
    unmount(place);
    return true;
  } catch {
    fs.rmSync(place, { recursive: true, force: true });
    return false;
  }
}

describe('a backup or restore that fails changes nothing', () => {
  /** Returns a copy of the backup with one file changed and all checksums correct. */
  async function changed(name: RegExp, change: (text: string) => string): Promise<string> {
    const archive = new Archive(new Date());
    const bytes: Buffer[] = [];
    for await (const { name: found, content } of backupEntries(whole)) {
      const pieces: Buffer[] = [];
      for await (const piece of content) pieces.push(piece);
      const text = Buffer.concat(pieces).toString('utf8');
      if (found === 'SHA256SUMS') bytes.push(...archive.end());
      else bytes.push(...archive.file(found, Buffer.from(name.test(found) ? change(text) : text)));
    }
    const file = path.join(folder, 'changed.tar.gz');
    fs.writeFileSync(file, gzipSync(Buffer.concat(bytes)));
    return file;
  }

  test.each([
    [
      'bookings that do not balance',
      /ledger_entries/,
      (text: string) => text.replace('-500', '-499'),
      'does not balance',
    ],
    ['an order without a customer', /\/customers\//, () => '', 'has 0 rows instead of 1|violates foreign key'],
    ['two orders with one code', /\/orders\//, (text: string) => text.replace('SLK-2', 'SLK-1'), 'duplicate key'],
    ['a missing row', /\/mails\//, () => '', 'mails has 0 rows instead of 1'],
    ['a text that is not a row', /\/mails\//, (text: string) => `${text}x`, 'could not load the rows of mails'],
    ['an unknown table', /backup.json/, (text: string) => text.replace('"name": "mails"', '"name": "males"'), 'mails'],
    [
      'an unknown column',
      /backup.json/,
      // The column belongs to a table with rows, because an unknown column of an empty table loses nothing.
      (text: string) => text.replace(/("name": "mails"[^}]*?)"sealed"/, '$1"ceiled"'),
      'ceiled',
    ],
  ])('the restore of a backup with %s is refused', async (_name, file, change, why) => {
    expect(await refusalOf(restore(await changed(file, change)))).toMatch(new RegExp(why));
    expect(await sumsOf(target)).toEqual({});
  });

  test('a restore whose connection breaks in the middle can be repeated', async () => {
    const client: pg.Client = await clientFor(target, (text) => {
      // This query is queued before the rows and ends its own connection, so they never arrive, even on a slow
      // machine.
      if (text.includes('copy "ledger_entries"'))
        client.query('select pg_terminate_backend(pg_backend_pid())').catch(() => {});
      return text;
    });
    const restoring = restoreBackup(whole, await checkBackup(whole), { client });
    await expect(restoring).rejects.toThrow();
    expect(await sumsOf(target)).toEqual({});
    await restoreBackup(whole, await checkBackup(whole), { client: await clientFor(target) });
    expect(await sumsOf(target)).toEqual(await sumsOf(source));
  });

  test('a backup whose connection breaks in the middle leaves no file', async () => {
    const place = path.join(folder, 'interrupted');
    fs.mkdirSync(place);
    const breaking = backup(source, place, async (name, client) => {
      if (name === 'orders')
        // Waits until the session has ended; without the timeout, the call would return as soon as it is signalled.
        await source.db.row('select pg_terminate_backend($1, 10000)', [
          (client as unknown as { processID: number }).processID,
        ]);
    });
    await expect(breaking).rejects.toThrow();
    expect(fs.readdirSync(place)).toEqual([]);
  });

  test('a database without a shop is not backed up: an empty backup would look like a good one', async () => {
    const place = path.join(folder, 'nothing.tar.gz');
    expect(await refusalOf(backup(target, place))).toContain('There is no shop in this database');
    await migrate(target.connection);
    expect(await refusalOf(backup(target, place))).toContain('There is no shop in this database');
    expect(fs.existsSync(place)).toBe(false);
  });

  test('if the file cannot be written, the error says why, and nothing is overwritten', async () => {
    expect(await refusalOf(backup(source, whole))).toContain('A backup never overwrites a file');
    expect(await refusalOf(backup(source, path.join(folder, 'none', 'b.tar.gz')))).toContain('There is no folder');
    if (fs.existsSync('/dev/full')) expect(await refusalOf(backup(source, '/dev/full'))).toContain('already exists');
  });

  test('if the folder is deleted during the backup, the error names it, and nothing is left', async () => {
    const place = path.join(folder, 'vanishing');
    fs.mkdirSync(place);
    const going = backup(source, place, async (name) => {
      if (name === 'mails') fs.rmSync(place, { recursive: true });
    });
    expect(await refusalOf(going)).toContain(`The folder ${place} is gone`);
    expect(fs.existsSync(place)).toBe(false);
  });

  test('another backup that takes the name in the meantime stays', async () => {
    const place = path.join(folder, 'taken');
    fs.mkdirSync(place);
    const file = path.join(place, 'b.tar.gz');
    const going = backup(source, file, async (name) => {
      if (name === 'mails') fs.writeFileSync(file, 'another backup');
    });
    expect(await refusalOf(going)).toContain('A backup never overwrites a file');
    expect(fs.readFileSync(file, 'utf8')).toBe('another backup');
    expect(fs.readdirSync(place)).toEqual(['b.tar.gz']);
  });

  const place = path.join(os.tmpdir(), `foyer-full-${process.pid}`);
  // Only root can mount the small disk.
  test.runIf(canMount(place))('on a full disk, the error names the file, and its space is freed', async () => {
    const picture = path.join(folder, 'data/images/large.avif');
    fs.mkdirSync(path.dirname(picture), { recursive: true });
    fs.writeFileSync(picture, randomBytes(256 << 10));
    try {
      mount(place);
      expect(await refusalOf(backup(source, place))).toContain(`There is not enough space for ${place}/foyer-`);
      expect(fs.readdirSync(place)).toEqual([]);
      fs.rmSync(path.dirname(picture), { recursive: true });
      const { file } = await backup(source, place);
      expect(fs.readdirSync(place)).toEqual([path.basename(file)]);
    } finally {
      unmount(place);
      fs.rmSync(path.dirname(picture), { recursive: true, force: true });
    }
  });

  test('leftovers of interrupted backups in the folder are deleted after a day', async () => {
    const place = path.join(folder, 'leftovers');
    fs.mkdirSync(place);
    const [old, young, foreign] = [
      'foyer-1.tar.gz.unfinished-1',
      'foyer-2.tar.gz.unfinished-1',
      'other.unfinished-1',
    ].map((name) => path.join(place, name));
    for (const file of [old, young, foreign]) fs.writeFileSync(file!, '');
    const twoDaysAgo = new Date(Date.now() - 48 * 60 * 60_000);
    for (const file of [old, foreign]) fs.utimesSync(file!, twoDaysAgo, twoDaysAgo);
    const { file } = await backup(source, place);
    expect(fs.readdirSync(place).sort()).toEqual(
      [path.basename(file), path.basename(young!), path.basename(foreign!)].sort(),
    );
  });
});
