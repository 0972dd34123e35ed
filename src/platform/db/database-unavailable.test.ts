import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { isDatabaseUnavailable } from './database-unavailable.ts';

const ABSENT = path.join(import.meta.dirname, 'absent');

const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => expect.fail('worked'),
    (error: unknown) => error,
  );

const connecting = (to: net.NetConnectOpts): Promise<unknown> =>
  new Promise((resolve, reject) => net.connect(to).once('connect', resolve).once('error', reject));

test('the database is unavailable if its socket is missing', async () => {
  const error = await errorOf(connecting({ path: ABSENT }));
  expect([(error as NodeJS.ErrnoException).code, isDatabaseUnavailable(error)]).toEqual(['ENOENT', true]);
});

test('the database is unavailable if nothing listens on its port, at one address or several', async () => {
  for (const host of ['127.0.0.1', 'localhost']) {
    const error = await errorOf(connecting({ port: 1, host }));
    expect([(error as NodeJS.ErrnoException).code, isDatabaseUnavailable(error)]).toEqual(['ECONNREFUSED', true]);
  }
});

test('the database is not unavailable if a file or program is missing', async () => {
  const mistakes = [
    () => fs.readFile(ABSENT),
    () => fs.stat(ABSENT),
    () => fs.readdir(ABSENT),
    () => promisify(execFile)(ABSENT),
  ];
  for (const mistake of mistakes) expect(isDatabaseUnavailable(await errorOf(mistake()))).toBe(false);
});

test('the database is not unavailable if a file system does not answer in time', () => {
  const ofAFile = { code: 'ETIMEDOUT', syscall: 'open', path: '/pictures/banner.png' };
  const ofASocket = { code: 'ETIMEDOUT', syscall: 'read' };
  expect([ofAFile, ofASocket].map((error) => isDatabaseUnavailable(Object.assign(new Error(), error)))).toEqual([
    false,
    true,
  ]);
});
