import type { DepartureRow, ItemRow } from '#features/catalogue/server/public.ts';
import type { FrozenItem } from '../domain/frozen-item.ts';

/** What a line keeps of its item; `departure` is the one that the line is given a seat in. */
export function freezeItem(item: ItemRow, departure: DepartureRow | null): FrozenItem {
  const { details } = item;
  return {
    externalCode: item.externalCode,
    kind: item.kind,
    name: item.name,
    type: item.type,
    eventId: item.eventId === null ? null : String(item.eventId),
    eventName: item.eventName,
    timezone: item.timezone,
    travelTimeType: item.travelTimeType,
    travelTime: (departure?.departsAt ?? item.travelTime)?.toISOString() ?? null,
    ...(details.validUntil && { validUntil: details.validUntil }),
    image: details.images[0] ?? null,
    paymentPlan: item.paymentPlan,
    ageOptions: details.ageOptions,
    isRefundable: details.isRefundable,
    allowRefundRequestsFrom: details.allowRefundRequestsFrom,
    allowRefundRequestsUntil: details.allowRefundRequestsUntil,
    refundFee: item.refundFee,
    allowNameChanges: details.allowNameChanges,
    allowNameChangesUntil: details.allowNameChangesUntil,
    nameChangeLimit: details.nameChangeLimit,
    allowEmailChanges: details.allowEmailChanges,
    allowTravelTimeChangesUntil: details.allowTravelTimeChangesUntil,
    ...(details.taxByCountry && { taxByCountry: details.taxByCountry }),
  };
}
