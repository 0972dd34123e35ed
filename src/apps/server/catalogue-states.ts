import { createHash, randomBytes } from 'node:crypto';
import type { CachedItem, Catalogue } from '#features/catalogue/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import { oneByteJson } from '#platform/http/one-byte-json.ts';

/** The configuration and everything on sale with its stock at one moment, shared by all readers of this process. */
export interface CatalogueState {
  readonly shop: Shop;
  catalogue(): Catalogue;
  readonly itemCount: number;
  /** A hash of the content, the same in every process, and this state's number in this process. Opaque to callers. */
  readonly version: string;
  /** Whether a caller's version has the same content. */
  matches(version: string): boolean;
  /** What changed since a caller's version; null if it is not an earlier one of this process. */
  changesSince(version: string): { readonly isConfigChanged: boolean; readonly json: string } | null;
  /** Serialised parts of the user data bundle: the value of `config`, and the members with the items. */
  readonly configJson: string;
  itemsJson(): string;
}

interface Dated {
  readonly kept: CachedItem;
  readonly since: number;
}

interface DatedConfig {
  readonly shop: Shop;
  readonly json: string;
  readonly digest: string;
  readonly since: number;
}

/**
 * The returned function creates one state after another. Of earlier states, only the number of the state in which each
 * item last changed is kept, for `changesSince`.
 */
export function createCatalogueStates(): (shop: Shop, items: readonly CachedItem[]) => CatalogueState {
  const series = randomBytes(6).toString('base64url');
  let number = 0;
  let config: DatedConfig | undefined;
  let dated: readonly Dated[] = [];
  /** The number of the state in which items were last added, removed or reordered. */
  let listedSince = 0;
  let hash = '';
  let state: CatalogueState | undefined;

  return (shop, items) => {
    const nextConfig = config?.shop === shop ? config : datedConfig(shop, number + 1);
    const nextHash = hashOf(nextConfig, items);
    // Nothing visible changed, so the previous state stays.
    if (state && nextHash === hash && config?.shop === shop) return state;
    number += 1;
    const isSameList = items.length === dated.length && items.every((item, index) => isSame(item, dated[index]!.kept));
    const known = isSameList ? null : new Map(dated.map((one) => [one.kept.row.id, one]));
    dated = items.map((kept, index) => {
      const before = known ? known.get(kept.row.id) : dated[index];
      return before && (before.kept === kept || before.kept.digest === kept.digest) ? before : { kept, since: number };
    });
    if (!isSameList) listedSince = number;
    [config, hash] = [nextConfig, nextHash];
    state = stateOf({ series, number, hash, config, dated, listedSince });
    return state;
  };
}

const isSame = (one: CachedItem, other: CachedItem): boolean =>
  one.row.id === other.row.id && one.row.kind === other.row.kind;

function datedConfig(shop: Shop, since: number): DatedConfig {
  const json = oneByteJson(shop.public);
  return { shop, json, digest: createHash('sha256').update(json).digest('base64url'), since };
}

function hashOf({ shop, digest }: DatedConfig, items: readonly CachedItem[]): string {
  const all = `${shop.version} ${digest} ${items.map((item) => item.digest).join(' ')}`;
  return createHash('sha256').update(all).digest('base64url').slice(0, 22);
}

interface StateFacts {
  series: string;
  number: number;
  hash: string;
  config: DatedConfig;
  dated: readonly Dated[];
  listedSince: number;
}

function stateOf({ series, number, hash, config, dated, listedSince }: StateFacts): CatalogueState {
  const kept = (kind: CachedItem['row']['kind']) => dated.flatMap(({ kept }) => (kept.row.kind === kind ? kept : []));
  const ids = (kind: CachedItem['row']['kind']) => JSON.stringify(kept(kind).map(({ item }) => item.id));
  let catalogue: Catalogue | undefined;
  let itemsJson: string | undefined;
  /** The items that have changed since this state or a later one, as last listed. */
  let listed: { readonly since: number; readonly json: string } | undefined;

  /** Lists the items that have changed after a state. All callers who lack the same items share one text. */
  function changedAfter(earlier: number): string {
    const since = dated.reduce((first, one) => (one.since > earlier ? Math.min(first, one.since) : first), number + 1);
    if (listed?.since !== since) {
      const changed = dated.flatMap((one) => (one.since >= since ? one.kept : []));
      listed = { since, json: listedJson(changed) };
    }
    return listed.json;
  }

  /** Reads the state's number from a version, if an earlier state of this process has it. */
  function numberOf(version: string): number | null {
    const [, itsSeries, digits] = version.split('.');
    const its = itsSeries === series && /^[0-9]{1,15}$/.test(digits ?? '') ? Number(digits) : 0;
    return its >= 1 && its <= number ? its : null;
  }

  return {
    shop: config.shop,
    catalogue: () =>
      (catalogue ??= {
        tickets: kept('tickets').map(({ item }) => item),
        merchandise: kept('merchandise').map(({ item }) => item),
      }),
    itemCount: dated.length,
    version: `${hash}.${series}.${number}`,
    matches: (version) => version.split('.', 1)[0] === hash,
    changesSince(version) {
      const earlier = numberOf(version);
      if (earlier === null) return null;
      const order =
        listedSince > earlier ? `,"product_ids":${ids('tickets')},"merchandise_ids":${ids('merchandise')}` : '';
      const json = `{"since":${JSON.stringify(version)},${changedAfter(earlier)}${order}}`;
      return { isConfigChanged: config.since > earlier, json };
    },
    configJson: config.json,
    itemsJson: () => (itemsJson ??= listedJson(dated.map(({ kept }) => kept))),
  };
}

function listedJson(items: readonly CachedItem[]): string {
  const jsonOf = (kind: CachedItem['row']['kind']) =>
    items.flatMap(({ row, json }) => (row.kind === kind ? json : [])).join(',');
  return `"products":[${jsonOf('tickets')}],"merchandise":[${jsonOf('merchandise')}]`;
}
