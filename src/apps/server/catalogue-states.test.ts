import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withChanges } from '#browser/catalogue-changes.ts';
import type { CachedItem } from '#features/catalogue/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import type { KnownCatalogue } from '#platform/http/calls.ts';
import { rounds, seed } from '../../../test/support/rounds.ts';
import { sharedMembers } from './bundle.ts';
import { type CatalogueState, createCatalogueStates } from './catalogue-states.ts';

/** The items on sale at a moment, in order. The number `stock` represents an item's entire content. */
type Listing = readonly { readonly id: number; readonly stock: number; readonly isTicket: boolean }[];
interface Moment {
  readonly listing: Listing;
  readonly shop: Shop;
}

const shops = [1, 2, 2].map((version, stock) => ({ version, public: { name: `shop ${stock}` } }) as unknown as Shop);

const keptItems = (listing: Listing): CachedItem[] =>
  listing.map(({ id, stock, isTicket }) => {
    const kind = isTicket ? 'tickets' : 'merchandise';
    const item = { id: String(id), shop_item_type: kind, stock_level: stock };
    const json = JSON.stringify(item);
    return { row: { id, kind }, item, json, digest: json } as unknown as CachedItem;
  });

/**
 * In each moment, some items change their stock, some are added, removed or reordered; sometimes the configuration
 * changes.
 */
const moments: fc.Arbitrary<Moment[]> = fc.array(
  fc.record({
    listing: fc.uniqueArray(
      fc.record({
        id: fc.integer({ min: 1, max: 6 }),
        stock: fc.integer({ min: 0, max: 2 }),
        isTicket: fc.boolean(),
      }),
      { selector: ({ id }) => id, maxLength: 6 },
    ),
    shop: fc.constantFrom(...shops),
  }),
  { minLength: 1, maxLength: 8 },
);

interface Known {
  version: string;
  config: unknown;
  products: never[];
  merchandise: never[];
}

/** The caller's view of an answer, as the bundle contains it. */
function answerOf(state: CatalogueState, known: KnownCatalogue) {
  const { end: _, ...members } = JSON.parse(`{${sharedMembers(state, known)}"end":0}`);
  return { ...members, version: state.version };
}

const fullAnswer = (state: CatalogueState): Known => answerOf(state, { version: null, takesChanges: false });

/** Returns the caller's catalogue after an answer that leaves out what the caller has. */
function applyAnswer(before: Known, answer: ReturnType<typeof answerOf>): Known {
  const changes = answer.catalogue_changes;
  if (changes) expect(changes.since).toBe(before.version);
  const items = changes ? withChanges(before, changes)! : answer;
  return {
    config: answer.config ?? before.config,
    products: items.products ?? before.products,
    merchandise: items.merchandise ?? before.merchandise,
    version: answer.version,
  };
}

test('the changes since any earlier version lead exactly to what is on sale now', () => {
  fc.assert(
    fc.property(moments, fc.array(fc.nat()), (all, picks) => {
      const nextState = createCatalogueStates();
      const callers: Known[] = [];
      for (const [index, { listing, shop }] of all.entries()) {
        const state = nextState(shop, keptItems(listing));
        for (const before of callers) {
          const answer = answerOf(state, { version: before.version, takesChanges: true });
          expect('products' in answer).toBe(false);
          expect(applyAnswer(before, answer)).toEqual(fullAnswer(state));
        }
        // Some callers continue from their latest answer, others from an old one.
        const caller = callers[(picks[index] ?? 0) % Math.max(callers.length, 1)];
        if (caller) Object.assign(caller, fullAnswer(state));
        callers.push(fullAnswer(state));
      }
    }),
    { numRuns: 200 * rounds, seed },
  );
});

test('an unchanged item is not sent', () => {
  const nextState = createCatalogueStates();
  const item = (id: number, stock: number) => ({ id, stock, isTicket: true });
  const before = nextState(shops[0]!, keptItems([item(1, 0), item(2, 0)]));
  const after = nextState(shops[0]!, keptItems([item(1, 0), item(2, 1)]));
  const changes = after.changesSince(before.version)!;
  expect(changes.isConfigChanged).toBe(false);
  expect(JSON.parse(changes.json)).toEqual({
    since: before.version,
    products: [expect.objectContaining({ id: '2', stock_level: 1 })],
    merchandise: [],
  });
});

test('the answer to a version of another process, from the future or of no process has everything', () => {
  const [ours, theirs] = [createCatalogueStates(), createCatalogueStates()];
  const listing = keptItems([{ id: 1, stock: 0, isTicket: true }]);
  const moved = keptItems([{ id: 1, stock: 1, isTicket: true }]);
  const foreign = theirs(shops[0]!, listing);
  const first = ours(shops[0]!, listing);
  const state = ours(shops[0]!, moved);
  const future = ours(shops[0]!, listing);
  expect(first.matches(foreign.version)).toBe(true);
  const [hash, series] = state.version.split('.');
  const unknown = [
    foreign.version,
    '',
    'none',
    hash!,
    `${hash}.${series}`,
    `${hash}.${series}.0`,
    `${hash}.${series}.-1`,
  ];
  for (const version of [...unknown, `${hash}.${series}.1e9`, future.version]) {
    expect(state.changesSince(version)).toBe(null);
  }
  expect(answerOf(state, { version: foreign.version, takesChanges: true })).toEqual(fullAnswer(state));
});

test('without a visible change, the state stays the same object', () => {
  const nextState = createCatalogueStates();
  const listing = [{ id: 1, stock: 0, isTicket: true }];
  const state = nextState(shops[0]!, keptItems(listing));
  expect(nextState(shops[0]!, keptItems(listing))).toBe(state);
});

test('two processes recognise each other’s versions of the same items and configuration', () => {
  const listing = keptItems([{ id: 1, stock: 0, isTicket: true }]);
  const [one, other] = [createCatalogueStates(), createCatalogueStates()].map((next) => next(shops[0]!, listing));
  expect(one!.matches(other!.version)).toBe(true);
  const another = createCatalogueStates()(shops[1]!, listing);
  expect(one!.matches(another.version)).toBe(false);
});
