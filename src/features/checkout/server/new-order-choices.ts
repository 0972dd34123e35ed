import { asksForAge, asksForTravelTime } from '#features/cart/domain/holder.ts';
import { hasNotDeparted, isSaleOver, unitsForSale } from '#features/catalogue/domain/selling.ts';
import { unitsLeft } from '#features/catalogue/domain/units-left.ts';
import { activeItems, type ItemRow } from '#features/catalogue/server/public.ts';
import { customerForOrder } from '#features/customers/server/public.ts';
import { autocompleteToken } from '#features/shop-config/domain/address-token.ts';
import { channelName, type Shop } from '#features/shop-config/server/public.ts';
import type { OfficeCallRegistry } from '#features/staff/server/public.ts';
import { ok, refuse } from '#kernel/result.ts';
import type { OfficeDb, Queryable } from '#platform/db/db.ts';
import { notFound } from '#platform/http/refusal.ts';
import { languageOfShop } from '#platform/language/shop-language.ts';
import { toInstant } from '#wire/fields.ts';
import * as contract from '../office-contract.ts';
import { WEB_CHANNEL } from './plan-order.ts';

interface ChoicesParts {
  readonly db: OfficeDb;
  readonly loadShop: (db: Queryable) => Promise<Shop>;
}

/** The calls for the choices on the page for a new order. The call that places it is in `office-new-order.ts`. */
export function addNewOrderChoices(calls: OfficeCallRegistry, { db, loadShop }: ChoicesParts): void {
  calls.add(contract.newOrderChoices, async (_, { now, language }) =>
    db.read(async (tx) => {
      const shop = await loadShop(tx);
      const { countries, addressLines, operatorCountry } = shop.public;
      const items = (await activeItems(tx)).filter((item) => isOffered(item, shop, now));
      return ok({
        channels: Object.keys(shop.private.channels)
          .filter((key) => key !== WEB_CHANNEL)
          .map((key) => ({ key, name: channelName(shop, key, language) }))
          .sort((one, other) => (one.name < other.name ? -1 : 1)),
        items: items.map((item) => itemOnWire(item, shop, now)),
        countries,
        country: operatorCountry ?? countries[0]?.code ?? '',
        address_lines: addressLines.map(({ key, text, required, autocomplete }) => ({
          ...{ key, text, required },
          autocomplete: autocomplete ?? autocompleteToken(text),
        })),
        has_card: shop.public.shopPaymentCreditCard,
        has_transfer: shop.public.shopPaymentBankTransfer,
        language: languageOfShop(shop.public).tag,
      });
    }),
  );

  calls.add(contract.newOrderCustomer, async ({ id }) =>
    db.read(async (tx) => {
      const customer = await customerForOrder(tx, id);
      // There is no such customer, or their account was erased.
      if (!customer?.email) return refuse(notFound);
      const { fullName, email, country, address } = customer;
      return ok({ full_name: fullName, email, country, address: { ...address } });
    }),
  );
}

const isOffered = (item: ItemRow, { public: { merchandiseActive } }: Shop, now: Date): boolean =>
  !isSaleOver(item, now) && (item.kind === 'tickets' || merchandiseActive);

function itemOnWire(item: ItemRow, shop: Shop, now: Date) {
  const rules = { type: item.type, ageOptions: item.details.ageOptions, travelTimeType: item.travelTimeType };
  return {
    code: item.externalCode,
    name: item.name,
    kind: item.kind,
    event: item.eventName,
    price: item.price,
    fee: item.fee,
    left: unitsForSale(item, now),
    limit_per_order: item.limitPerOrder,
    has_plan: item.paymentPlan.length > 0,
    ages: asksForAge(rules)
      ? item.details.ageOptions.map((key) => ({ key, name: shop.public.ageRanges[key] ?? key }))
      : [],
    departures: asksForTravelTime(rules)
      ? item.departures
          .filter(({ departsAt }) => hasNotDeparted(departsAt, now))
          .map((departure) => ({
            code: departure.code,
            departs_at: toInstant(departure.departsAt),
            left: unitsLeft(departure),
          }))
      : null,
    timezone: item.timezone,
  };
}
