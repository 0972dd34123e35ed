import type { Language } from '#kernel/language.ts';
import type { Queryable } from '#platform/db/db.ts';
import { languageOfShop } from '#platform/language/shop-language.ts';
import { operatorCountry } from '../domain/operator-country.ts';
import { accessibilityStatement } from './accessibility-statement.ts';
import { saidLabel } from './folder/default-labels.ts';
import type { Shop } from './shop.ts';
import { type ShopStateRow, type StoredPublicConfig, shopStamp, shopState } from './shop-state-store.ts';

/** Cached shops by the key of their state; a handful, so that tests with many databases do not grow it for ever. */
const cached = new Map<string, Shop>();
const CACHE_SIZE = 8;

/**
 * The shop as last imported. One small query when this process knows the state already, and a second one after an import.
 * Throws when nothing was imported yet: callers run after the start, which imports or refuses to serve.
 */
export async function loadShop(db: Queryable): Promise<Shop> {
  const stamp = await shopStamp(db);
  const known = stamp && cached.get(stamp.key);
  if (known) return known;
  const state = await shopState(db);
  if (!state) throw new Error('No shop has been imported yet');
  const shop = fromState(state);
  cached.set(state.key, shop);
  for (const oldest of cached.keys()) {
    if (cached.size <= CACHE_SIZE) break;
    cached.delete(oldest);
  }
  return shop;
}

/** Whether there is a shop to load. */
export async function isShopImported(db: Queryable): Promise<boolean> {
  return (await shopStamp(db)) !== undefined;
}

/** For a folder that was imported before these settings existed. */
const DEADLINES_BEFORE_THEY_WERE_SETTINGS = { bankTransferDaysBeforeEvent: 1, cardLinkHours: 24 };

function fromState(state: ShopStateRow): Shop {
  const { config } = state;
  const stored = inOrder(config.public, config.labelOrder) as StoredPublicConfig;
  const language = languageOfShop(stored);
  const hidden = { ...DEADLINES_BEFORE_THEY_WERE_SETTINGS, ...config.private };
  return {
    public: {
      ...withSaidLabels(stored, language),
      shippingCountries: Object.keys(hidden.shippingRates).sort(),
      operatorCountry: operatorCountry({
        countries: stored.countries,
        address: stored.operator.address,
        bankIban: hidden.payer?.bankIban ?? null,
      }),
      shopPaymentBankTransferLeadDays:
        hidden.bankTransferDays + hidden.bankTransferGraceDays + hidden.bankTransferDaysBeforeEvent,
      texts: {
        ...stored.texts,
        accessibilityHtml: stored.texts.accessibilityHtml || accessibilityStatement(language, stored),
        underConstructionTitle: saidLabel(stored.texts.underConstructionTitle, language),
        ambassadorsTitle: saidLabel(stored.texts.ambassadorsTitle, language),
      },
      events: state.events.map((event) => ({
        id: String(event.id),
        name: event.name,
        starts_at: new Date(event.startsAt).toISOString(),
        ends_at: new Date(event.endsAt).toISOString(),
        timezone: event.timezone,
        venue: event.venue,
        address: event.address,
      })),
    },
    private: {
      ...hidden,
      channels: saidLabels(config.private.channels, language),
      termsVersionId: state.termsVersionId,
      dayZero: state.dayZero,
    },
    importedAt: state.importedAt,
    version: state.version,
    catalogueVersion: String(state.version),
  };
}

const saidLabels = <Key extends string>(
  labels: Readonly<Record<Key, string>>,
  language: Language,
): Record<Key, string> =>
  Object.fromEntries(Object.entries<string>(labels).map(([key, label]) => [key, saidLabel(label, language)])) as Record<
    Key,
    string
  >;

/** What the operator left to us is called in the shop's language. */
function withSaidLabels<Stored extends StoredPublicConfig>(stored: Stored, language: Language): Stored {
  const { cards } = stored;
  return {
    ...stored,
    paymentStatuses: saidLabels(stored.paymentStatuses, language),
    instalmentStatuses: saidLabels(stored.instalmentStatuses, language),
    ticketStatuses: saidLabels(stored.ticketStatuses, language),
    merchandiseStatuses: saidLabels(stored.merchandiseStatuses, language),
    refundStatuses: saidLabels(stored.refundStatuses, language),
    paymentMethods: saidLabels(stored.paymentMethods, language),
    cards: {
      tickets: { ...cards.tickets, title: saidLabel(cards.tickets.title, language) },
      merchandise: { ...cards.merchandise, title: saidLabel(cards.merchandise.title, language) },
      portal: { ...cards.portal, title: saidLabel(cards.portal.title, language) },
    },
  };
}

function inOrder(stored: StoredPublicConfig, order: ShopStateRow['config']['labelOrder']): Record<string, unknown> {
  const config: Record<string, unknown> = { ...stored };
  for (const [name, keys] of Object.entries(order)) {
    const labels = config[name] as Record<string, string>;
    config[name] = Object.fromEntries(keys.map((key) => [key, labels[key]!]));
  }
  return config;
}
