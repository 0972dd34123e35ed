import type { z } from 'zod';
import { checkShape } from './check-shape.ts';
import type { Mistake } from './mistake.ts';
import { type EventFile, eventSchema } from './schema/event-file.ts';
import { type ItemFile, itemSchema } from './schema/item-file.ts';
import { type ShopFile, shopSchema } from './schema/shop-file.ts';
import { type VoucherFile, voucherSchema } from './schema/voucher-file.ts';
import { contentPages, readShopFolderFiles, type ShopFolderFiles } from './shop-folder-files.ts';
import { standInShop } from './stand-in-shop.ts';
import { type Path, parseYaml, type YamlFile } from './yaml-file.ts';

/** A value with its position in a file. */
export interface Entry<Value> {
  readonly value: Value;
  readonly yaml: YamlFile;
  readonly path: Path;
}

/** The files have the right shape; `resolveShopFolder` checks their content. */
export interface ShopFolder {
  readonly files: ShopFolderFiles;
  readonly shop: Entry<ShopFile>;
  readonly events: readonly Entry<EventFile>[];
  readonly items: readonly Entry<ItemFile>[];
  readonly vouchers: readonly Entry<VoucherFile>[];
  /** Wrong keys of shop.yaml, replaced by neutral values; empty without mistakes. */
  readonly wrongKeys: ReadonlySet<string>;
}

/**
 * Reports every mistake of every file. Items, events and vouchers with a wrong shape are left out, so that the checks
 * between files can run on the rest. Returns no folder if shop.yaml is too broken for those checks.
 */
export async function readShopFolder(folder: string): Promise<{ folder: ShopFolder | null; mistakes: Mistake[] }> {
  const { files, mistakes } = await readShopFolderFiles(folder);
  if (!files) return { folder: null, mistakes };

  const parsed = new Map<string, YamlFile>();
  for (const [file, text] of files.yaml) {
    const { yaml, mistakes: syntax } = parseYaml(file, text);
    if (yaml) parsed.set(file, yaml);
    mistakes.push(...syntax);
  }
  for (const page of contentPages) {
    if (!files.pages.has(page)) mistakes.push({ file: `pages/${page}.html`, line: 1, message: 'is missing' });
  }
  const itemFiles = [...parsed.keys()].filter((file) => file === 'items.yaml' || file.startsWith('items/'));
  const items = itemFiles.flatMap((file) => entries(itemSchema, parsed.get(file), mistakes, 'one or many'));
  const events = entries(eventSchema, parsed.get('events.yaml'), mistakes, 'list');
  const vouchers = entries(voucherSchema, parsed.get('vouchers.yaml'), mistakes, 'list');
  const shop = entries(shopSchema, parsed.get('shop.yaml'), mistakes, 'one')[0];
  if (shop) return { folder: { files, shop, events, items, vouchers, wrongKeys: new Set() }, mistakes };
  const yaml = parsed.get('shop.yaml');
  const standIn = yaml && standInShop(yaml);
  return { folder: standIn ? { files, events, items, vouchers, ...standIn } : null, mistakes };
}

function entries<Schema extends z.ZodType>(
  schema: Schema,
  yaml: YamlFile | undefined,
  mistakes: Mistake[],
  holds: 'one' | 'list' | 'one or many',
): Entry<z.output<Schema>>[] {
  // An empty file, or one with only comments, is an empty list.
  if (!yaml || (yaml.value === null && holds !== 'one')) return [];
  const isList = Array.isArray(yaml.value);
  if (holds === 'list' && !isList) {
    mistakes.push({ file: yaml.file, line: 1, message: 'expected a list, each entry with a - in front' });
    return [];
  }
  const paths: Path[] = isList && holds !== 'one' ? (yaml.value as unknown[]).map((_, index) => [index]) : [[]];
  return paths.flatMap((path) => {
    const { value, mistakes: found } = checkShape(schema, yaml, path);
    mistakes.push(...found);
    return value === null ? [] : [{ value, yaml, path }];
  });
}
