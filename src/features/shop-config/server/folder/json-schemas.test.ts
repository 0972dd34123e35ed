import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { shopFolderJsonSchemas } from './json-schemas.ts';

const folder = path.resolve(import.meta.dirname, '../../../../../docs/shop-folder');

test('the published JSON schemas are those that the import checks by (else run tools/write-shop-folder-schemas.ts)', async () => {
  const schemas = shopFolderJsonSchemas();
  expect((await readdir(folder)).sort()).toEqual([...schemas.keys()].sort());
  for (const [name, json] of schemas) expect(await readFile(path.join(folder, name), 'utf8')).toBe(json);
});
