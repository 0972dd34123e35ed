import { asksForAge, asksForTravelTime, type Holder, type HolderRules } from './holder.ts';
import { hasTicketAlready, isSameHolder } from './same-holder.ts';

export interface KnownHolder {
  readonly fullName: string;
  readonly email: string;
  readonly age: string | null;
}

interface TicketInCart extends KnownHolder {
  readonly externalCode: string;
  readonly transportTimeId: string | null;
}

export interface ItemToPersonalise extends HolderRules {
  readonly externalCode: string;
  /** Travel times that still have a seat. */
  readonly openTimes: readonly string[];
}

export interface KnownPeople {
  /** Null for a visitor. */
  readonly customer: { readonly fullName: string; readonly email: string } | null;
  readonly inCart: readonly TicketInCart[];
  /** The customer's earlier entry tickets, for their age. */
  readonly boughtBefore: readonly KnownHolder[];
}

/** Enough for a family or two. */
const MAX_SUGGESTIONS = 8;

/** Returns the customer as a holder, with the age from an earlier ticket in that name. */
function customerAsHolder({ customer, inCart, boughtBefore }: KnownPeople): KnownHolder | null {
  if (!customer) return null;
  const earlier = [...inCart, ...boughtBefore].find(
    (ticket) => ticket.age !== null && isSameHolder(ticket.fullName, customer.fullName),
  );
  return { ...customer, age: earlier?.age ?? null };
}

const ageFor = (item: HolderRules, age: string | null): string | null =>
  asksForAge(item) && age !== null && item.ageOptions.includes(age) ? age : null;

/** Returns the customer as a holder; null for a visitor, or if the cart already has this item for the customer. */
function ownHolder(item: ItemToPersonalise, known: KnownPeople): KnownHolder | null {
  const customer = customerAsHolder(known);
  if (!customer || hasTicketAlready(known.inCart, item.externalCode, customer.fullName)) return null;
  return { ...customer, age: ageFor(item, customer.age) };
}

/**
 * The customer's own details, or no name if they already hold this item. The travel time is the chosen one, or the last
 * one chosen for this item, if it still has a seat.
 */
export function firstHolder(item: ItemToPersonalise, known: KnownPeople, chosenTime: string | null = null): Holder {
  const own = ownHolder(item, known);
  return { ...nextHolder(item, known, chosenTime), ...own };
}

/** The next ticket of the same item: only the travel time is kept, by the same rule as in `firstHolder`. */
export function nextHolder(item: ItemToPersonalise, known: KnownPeople, chosenTime: string | null = null): Holder {
  const lastTime = known.inCart.findLast((ticket) => ticket.externalCode === item.externalCode)?.transportTimeId;
  const isOpen = (time: string | null | undefined) => time != null && item.openTimes.includes(time);
  const time = [chosenTime, lastTime].find(isOpen) ?? null;
  return { fullName: '', email: '', age: null, transportTimeId: asksForTravelTime(item) ? time : null };
}

/** People whose details one click fills in: the customer, then holders in the cart. Skips those who have this item. */
export function knownHolders(
  item: ItemToPersonalise,
  known: KnownPeople,
): { own: KnownHolder | null; others: readonly KnownHolder[] } {
  const own = ownHolder(item, known);
  const others: KnownHolder[] = [];
  for (const { fullName, email, age } of known.inCart) {
    const isKnown = [own, ...others].some((other) => other && isSameHolder(other.fullName, fullName));
    if (isKnown || hasTicketAlready(known.inCart, item.externalCode, fullName)) continue;
    const withAge = known.inCart.find((ticket) => ticket.age !== null && isSameHolder(ticket.fullName, fullName));
    others.push({ fullName, email, age: ageFor(item, age ?? withAge?.age ?? null) });
  }
  return { own, others: others.slice(0, MAX_SUGGESTIONS) };
}
