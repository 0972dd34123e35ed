import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { checkShape } from './check-shape.ts';
import { itemSchema } from './schema/item-file.ts';
import { shopSchema } from './schema/shop-file.ts';
import { voucherSchema } from './schema/voucher-file.ts';
import { type Path, parseYaml } from './yaml-file.ts';

const demo = path.resolve(import.meta.dirname, '../../../../../demo');

const wrongValues = [-3, 1e9, 0.5, 'abc', '', 'x'.repeat(600), true, null, [], [{}], {}, { abc: -3 }];

/** Beginnings of the validation library's own messages. */
const LIBRARY_WORDS = /Too (big|small)|Invalid|Unrecognized|received|must match|to have|undefined/;

/** Paths of a value and all values inside it; for a list only its first two entries. */
function placesOf(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [at];
  const entries = Array.isArray(value) ? [...value.entries()].slice(0, 2) : Object.entries(value);
  return [at, ...entries.flatMap(([key, inner]) => placesOf(inner, [...at, key]))];
}

function withValue(value: unknown, [step, ...rest]: Path, wrong: unknown): unknown {
  if (step === undefined) return wrong;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<PropertyKey, unknown>;
  copy[step] = withValue(copy[step], rest, wrong);
  return copy;
}

function mistakesIn(schema: z.ZodType, value: unknown): string[] {
  const yaml = { file: 'a.yaml', value, lineOf: () => 1, keysAt: () => [] };
  return checkShape(schema, yaml).mistakes.map(({ message }) => message);
}

async function demoValue(file: string): Promise<unknown> {
  return parseYaml(file, await readFile(path.join(demo, file), 'utf8')).yaml!.value;
}

test('a wrong value anywhere in the demo is described in our own words', async () => {
  const items = (await readdir(path.join(demo, 'items'))).map((file) => `items/${file}`);
  const entries: [z.ZodType, unknown][] = [[shopSchema, await demoValue('shop.yaml')]];
  for (const file of items) entries.push([itemSchema, await demoValue(file)]);
  for (const voucher of (await demoValue('vouchers.yaml')) as unknown[]) entries.push([voucherSchema, voucher]);
  let named = 0;
  const found = new Set<string>();
  for (const [schema, value] of entries) {
    for (const place of placesOf(value)) {
      for (const wrong of wrongValues) {
        for (const message of mistakesIn(schema, withValue(value, place, wrong))) {
          named += 1;
          if (LIBRARY_WORDS.test(message)) found.add(message);
        }
      }
    }
  }
  expect([...found]).toEqual([]);
  expect(named).toBeGreaterThan(1_000);
});

test.each([
  ['stock', -3, 'stock: expected a whole number of units, or unlimited'],
  ['stock', 20_000_000, 'stock: at most 10,000,000, or unlimited'],
  ['fee', 'abc', 'fee: expected an amount such as 9.50'],
  ['price', -1, 'price: expected an amount such as 9.50'],
  ['name', 'x'.repeat(130), 'name: at most 120 characters'],
  ['payment_plan', [{ amount: -1 }], 'payment_plan[1].amount: expected an amount such as 9.50'],
  ['featured', 'yes', 'featured: expected true or false'],
])('the mistake of an item whose %s is %j is a plain sentence', (key, value, message) => {
  const item = { external_code: 'pass', name: 'Pass', type: 'ticket', price: 1, stock: 1, [key]: value };
  expect(mistakesIn(itemSchema, item)).toContain(message);
});

test('the mistake of a voucher with a negative amount is a plain sentence', () => {
  expect(mistakesIn(voucherSchema, { code: 'TEN', name: 'Ten', amount: -10 })).toEqual([
    'amount: expected an amount such as 9.50',
  ]);
});
