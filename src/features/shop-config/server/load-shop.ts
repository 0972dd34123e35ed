import type { Language } from '#kernel/language.ts';
import type { Queryable } from '#platform/db/db.ts';
import { languageOfShop } from '#platform/language/shop-language.ts';
import { operatorCountry } from '../domain/operator-country.ts';
import { accessibilityStatement } from './accessibility-statement.ts';
import { foldedQuestions } from './folded-questions.ts';
import { translatedLabel } from './folder/default-labels.ts';
import type { Shop } from './shop.ts';
import { type ShopStateRow, type StoredPublicConfig, shopStamp, shopState } from './shop-state-store.ts';

/** Cached shops by the key of their state; only a few, so that tests with many databases do not fill the memory. */
const cached = new Map<string, Shop>();
const CACHE_SIZE = 8;

/**
 * Loads the shop: one small query if this process knows the state already, and a second one after an import. Throws if
 * nothing was imported yet; the server imports a shop before it answers requests.
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

export async function isShopImported(db: Queryable): Promise<boolean> {
  return (await shopStamp(db)) !== undefined;
}

/** Values for shops imported before these settings existed. */
const FORMER_DEADLINES = { bankTransferDaysBeforeEvent: 1, cardLinkHours: 24 };

function fromState(state: ShopStateRow): Shop {
  const { config } = state;
  const stored = inOrder(config.public, config.labelOrder) as StoredPublicConfig;
  const language = languageOfShop(stored);
  const privateConfig = { ...FORMER_DEADLINES, ...config.private };
  return {
    public: {
      ...withTranslatedLabels(stored, language),
      shippingCountries: Object.keys(privateConfig.shippingRates).sort(),
      operatorCountry: operatorCountry({
        countries: stored.countries,
        address: stored.operator.address,
        bankIban: privateConfig.payer?.bankIban ?? null,
      }),
      shopPaymentBankTransferLeadDays:
        privateConfig.bankTransferDays +
        privateConfig.bankTransferGraceDays +
        privateConfig.bankTransferDaysBeforeEvent,
      texts: {
        ...stored.texts,
        faqsHtml: foldedQuestions(stored.texts.faqsHtml),
        accessibilityHtml: stored.texts.accessibilityHtml || accessibilityStatement(language, stored),
        underConstructionTitle: translatedLabel(stored.texts.underConstructionTitle, language),
        ambassadorsTitle: translatedLabel(stored.texts.ambassadorsTitle, language),
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
      ...privateConfig,
      channels: translatedLabels(config.private.channels, language),
      termsVersionId: state.termsVersionId,
      dayZero: state.dayZero,
    },
    importedAt: state.importedAt,
    version: state.version,
    catalogueVersion: String(state.version),
  };
}

const translatedLabels = <Key extends string>(
  labels: Readonly<Record<Key, string>>,
  language: Language,
): Record<Key, string> =>
  Object.fromEntries(
    Object.entries<string>(labels).map(([key, label]) => [key, translatedLabel(label, language)]),
  ) as Record<Key, string>;

/** Translates the labels that the operator did not set. */
function withTranslatedLabels<Stored extends StoredPublicConfig>(stored: Stored, language: Language): Stored {
  const { cards } = stored;
  return {
    ...stored,
    paymentStatuses: translatedLabels(stored.paymentStatuses, language),
    instalmentStatuses: translatedLabels(stored.instalmentStatuses, language),
    ticketStatuses: translatedLabels(stored.ticketStatuses, language),
    merchandiseStatuses: translatedLabels(stored.merchandiseStatuses, language),
    refundStatuses: translatedLabels(stored.refundStatuses, language),
    paymentMethods: translatedLabels(stored.paymentMethods, language),
    cards: {
      tickets: { ...cards.tickets, title: translatedLabel(cards.tickets.title, language) },
      merchandise: { ...cards.merchandise, title: translatedLabel(cards.merchandise.title, language) },
      portal: { ...cards.portal, title: translatedLabel(cards.portal.title, language) },
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
