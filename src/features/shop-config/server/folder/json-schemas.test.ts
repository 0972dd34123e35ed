import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { shopFolderJsonSchemas } from './json-schemas.ts';

const folder = path.resolve(import.meta.dirname, '../../../../../docs/shop-folder');

// If it fails, run tools/write-shop-folder-schemas.ts.
test('the published JSON schemas match the import’s checks', async () => {
  const schemas = shopFolderJsonSchemas();
  expect((await readdir(folder)).sort()).toEqual([...schemas.keys()].sort());
  for (const [name, json] of schemas) expect(await readFile(path.join(folder, name), 'utf8')).toBe(json);
});

test('every key of a shop folder is described', () => {
  const missing = [...shopFolderJsonSchemas()].flatMap(([name, json]) =>
    keysWithoutDescription(JSON.parse(json), name),
  );
  expect(missing).toEqual([]);
});

interface JsonSchema {
  description?: string;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
}

function keysWithoutDescription(schema: JsonSchema, at: string): string[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([key, value]) => [
    ...(value.description ? [] : [`${at}.${key}`]),
    ...keysWithoutDescription(value, `${at}.${key}`),
  ]);
  const within = [...(schema.items ? [schema.items] : []), ...(schema.anyOf ?? [])];
  return [...own, ...within.flatMap((part) => keysWithoutDescription(part, at))];
}
