import type { Announcements } from '#features/waiting-room/server/public.ts';
import type { KnownCatalogue } from '#platform/http/calls.ts';
import { type EncodedText, encodedText } from '#platform/http/encoded-text.ts';
import { guessCountry, visitorsBundleJson } from './bundle.ts';
import type { CatalogueCache } from './catalogue-cache.ts';
import type { CatalogueState } from './catalogue-states.ts';
import type { PageBundle } from './pages/embedded-bundle.ts';

/**
 * Provides the bundle for visitors who are not logged in, serialised and compressed once for each state of the
 * catalogue and of the waiting rooms.
 */
export interface VisitorBundles {
  /** Returns the data that pages are rendered from. */
  forPages(): Promise<{ bundle: PageBundle; version: string; changedAt: Date }>;
  /** Returns the complete answer to a visitor who requests only the bundle. */
  answer(hints: readonly string[], known: KnownCatalogue): Promise<EncodedText>;
}

/**
 * Up to this many items, the full bundle, shared and compressed, is smaller than one visitor's uncompressed changes.
 */
const MAX_ITEMS_FOR_FULL_BUNDLE = 100;

const NOTHING_KNOWN: KnownCatalogue = { version: null, takesChanges: false };

export function createVisitorBundles(
  catalogue: Pick<CatalogueCache, 'recent' | 'current'>,
  announcements: () => Announcements = () => ({ rooms: undefined, version: '' }),
): VisitorBundles {
  let kept: Kept | undefined;

  const keptOf = (state: CatalogueState): Kept => {
    const waiting = announcements();
    if (kept?.state !== state || kept.waiting.version !== waiting.version) {
      kept = { state, waiting, pages: undefined, answers: new Map() };
    }
    return kept;
  };

  return {
    async forPages() {
      const state = await catalogue.recent();
      const entry = keptOf(state);
      entry.pages ??= {
        version: `${state.shop.version}-${state.version}${entry.waiting.version}`,
        changedAt: state.shop.importedAt,
        bundle: {
          config: state.shop.public,
          country: null,
          customer: null,
          products: state.catalogue().tickets,
          merchandise: state.catalogue().merchandise,
          catalogue_version: state.version,
          existing_tickets: [],
          can_save_card: false,
          ...(entry.waiting.rooms && { waiting_rooms: [...entry.waiting.rooms] }),
        },
      };
      return entry.pages;
    },
    async answer(hints, known) {
      const state = await catalogue.current();
      const entry = keptOf(state);
      const country = guessCountry(hints, state);
      const write = (has: KnownCatalogue) => {
        const json = visitorsBundleJson({
          catalogue: state,
          known: has,
          countryHints: country ? [country] : [],
          waitingRooms: entry.waiting.rooms,
        });
        return encodedText(`{"data":${json}}`);
      };
      const { version, takesChanges } = known;
      const isCurrent = version !== null && state.matches(version);
      const isLarge = state.itemCount > MAX_ITEMS_FOR_FULL_BUNDLE;
      if (isLarge && !isCurrent && version !== null && takesChanges && state.changesSince(version)) return write(known);
      // The number of countries bounds the keys, because a visitor's own input is never part of one.
      const key = `${country} ${isCurrent} ${isCurrent && takesChanges}`;
      let text = entry.answers.get(key);
      if (!text) {
        text = write(isCurrent ? known : NOTHING_KNOWN);
        entry.answers.set(key, text);
      }
      return text;
    },
  };
}

interface Kept {
  readonly state: CatalogueState;
  readonly waiting: Announcements;
  pages: { bundle: PageBundle; version: string; changedAt: Date } | undefined;
  readonly answers: Map<string, EncodedText>;
}
