import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { app, folder, givenCommandShop, shop } from '../../../test/support/command-shop.ts';
import { purchase } from '../../../test/support/purchase.ts';

givenCommandShop();

test('the books of a month are written once it is over, and are the same file each time', async () => {
  await purchase(app, await app.login(), ['saturday', 'lark-tee-m']);
  const file = path.join(folder, 'books.zip');
  expect(await shop('reports', 'month', '2026-11', '--out', file)).toMatchObject({
    code: 2,
    err: expect.stringContaining('an hour after its end'),
  });
  await app.travel(15 * 86_400_000);
  const written = await shop('reports', 'month', '2026-11', '--out', file, '--as', 'Berta');
  expect(written).toMatchObject({ code: 0, err: '' });
  expect(written.out).toMatch(
    /^2026-11 is closed: nothing can be booked or issued in it any more\.\nIts books are written to .*\.\nSHA-256 [0-9a-f]{64}\n$/,
  );
  const first = await readFile(file);
  expect(Object.keys(unzipSync(first))).toContain('documents/invoice-2026-00001.pdf');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await shop('reports', 'month', '2026-11', '--out', file)).out).toBe(written.out);
  expect((await readFile(file)).equals(first)).toBe(true);
  expect(await app.db.row('select closed_by from books')).toEqual({ closed_by: 'Berta' });
});

test('a value that is not a month and a missing file name are refused', async () => {
  expect(await shop('reports', 'month', 'soon', '--out', path.join(folder, 'x.zip'))).toMatchObject({ code: 2 });
  expect(await shop('reports', 'month', '2026-11')).toMatchObject({ code: 2 });
});
