import type { Entry } from './read-shop-folder.ts';
import { type ShopFile, shopSchema } from './schema/shop-file.ts';
import type { YamlFile } from './yaml-file.ts';

/** Keys that other files and keys are checked against. If one is wrong, those checks would report false mistakes. */
const CHECKED_AGAINST = new Set([
  'address_lines',
  'age_ranges',
  'countries',
  'currency_digits',
  'day_zero',
  'fonts',
  'iban_countries',
  'locale',
  'merchandise_types',
  'payment',
  'product_types',
  'shipping',
  'theme',
  'timezone',
  'type_plurals',
]);

/** Values for required keys; optional keys are left out. */
const neutral: Readonly<Record<string, unknown>> = {
  name: 'Shop',
  tagline: 'Shop',
  description: 'Shop',
  currency: 'EUR',
  active: { shop: true, merchandise: true, refunds: true },
  terms_version: '1',
  operator: { name: 'Shop', email: 'shop@example.org', address: ['Street'] },
  tax: { tickets: 0, merchandise: 0 },
};

/**
 * Replaces wrong keys of shop.yaml by neutral values, so that the rest of the folder can be checked in the same run.
 * Null if the rest depends on a wrong key. Must never be stored.
 */
export function standInShop(yaml: YamlFile): { shop: Entry<ShopFile>; wrongKeys: ReadonlySet<string> } | null {
  if (typeof yaml.value !== 'object' || yaml.value === null || Array.isArray(yaml.value)) return null;
  const parsed = shopSchema.safeParse(yaml.value);
  const issues = parsed.success ? [] : parsed.error.issues;
  const wrongKeys = new Set(
    issues.flatMap(({ path, ...issue }) =>
      path.length === 0 && issue.code === 'unrecognized_keys' ? issue.keys : path.slice(0, 1).map(String),
    ),
  );
  const value: Record<string, unknown> = { ...yaml.value };
  for (const key of wrongKeys) {
    if (CHECKED_AGAINST.has(key)) return null;
    value[key] = neutral[key];
    if (value[key] === undefined) delete value[key];
  }
  const reparsed = shopSchema.safeParse(value);
  return reparsed.success ? { shop: { value: reparsed.data, yaml, path: [] }, wrongKeys } : null;
}
