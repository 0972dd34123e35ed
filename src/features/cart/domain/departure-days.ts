import { type DateSettings, formatDay, formatTime, zoneCity } from '#kernel/dates.ts';

export interface Departing {
  readonly id: string;
  /** ISO 8601. */
  readonly travel_time: string;
}

export interface DepartureDay<Time extends Departing> {
  /** `Thu 22 July`, in the time zone of the departures. */
  readonly day: string;
  readonly times: readonly Time[];
}

/** Keeps the given order within each day. */
export function departureDays<Time extends Departing>(
  times: readonly Time[],
  zone: string,
  { locale }: DateSettings,
): DepartureDay<Time>[] {
  const days = new Map<string, Time[]>();
  for (const time of times) {
    const day = formatDay(time.travel_time, { locale, timezone: zone });
    days.set(day, [...(days.get(day) ?? []), time]);
  }
  return [...days].map(([day, ofDay]) => ({ day, times: ofDay }));
}

/** `13:00`, or `13:00 (Cologne)` if the departure's zone is not the shop's. */
export function timeOfDay({ travel_time }: Departing, zone: string, shop: DateSettings): string {
  const time = formatTime(travel_time, { locale: shop.locale, timezone: zone });
  return zone === shop.timezone ? time : `${time} (${zoneCity(zone)})`;
}
