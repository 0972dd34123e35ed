import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { shopFolderJsonSchemas } from '#features/shop-config/server/folder/json-schemas.ts';

// Writes the JSON schemas with which editors check and complete a shop folder. A test fails while they are out of date.

const folder = path.resolve(import.meta.dirname, '../docs/shop-folder');
await mkdir(folder, { recursive: true });
for (const [name, json] of shopFolderJsonSchemas()) await writeFile(path.join(folder, name), json);
