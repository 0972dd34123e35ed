import type { EventName, TrackedEvent, TrackedItem } from './tracked-event.ts';

/** The vendor's parameters under its names. Values are decimal numbers in major units. */
interface PixelParameters {
  content_ids?: string[];
  content_type?: 'product';
  contents?: { id: string; quantity: number }[];
  currency?: string;
  value?: number;
  num_items?: number;
}

/** One call of the pixel: `fbq('track', name, parameters, { eventID })`. */
export interface PixelCall {
  readonly name: EventName;
  readonly parameters: PixelParameters;
  /** Identifies the event: the vendor counts an id once within two days, from any source. */
  readonly eventID: string;
}

/** The parameters that the vendor documents for each event. */
const parametersOf: Record<EventName, readonly (keyof PixelParameters)[]> = {
  ViewContent: ['content_ids', 'content_type', 'contents', 'currency', 'value'],
  CustomizeProduct: ['content_ids', 'content_type'],
  AddToCart: ['content_ids', 'content_type', 'contents', 'currency', 'value'],
  InitiateCheckout: ['content_ids', 'contents', 'currency', 'num_items', 'value'],
  AddPaymentInfo: ['content_ids', 'contents', 'currency', 'value'],
  Purchase: ['content_ids', 'content_type', 'contents', 'currency', 'num_items', 'value'],
  CompleteRegistration: [],
};

/**
 * Creates the pixel call for an event. `random` makes its id unique; the id of a purchase contains the order's code
 * instead. Never contains a cart's code, because that gives access to the cart.
 */
export function pixelCall(
  event: TrackedEvent,
  money: { currency: string; currencyDigits: number },
  random: string,
): PixelCall {
  const { name, items } = event;
  const contents = contentsOf(items);
  const all: Required<PixelParameters> = {
    content_ids: contents.map(({ id }) => id),
    content_type: 'product',
    contents,
    currency: money.currency,
    num_items: items.length,
    value: decimal(event.value ?? costOf(items), money.currencyDigits),
  };
  return {
    name,
    parameters: Object.fromEntries(parametersOf[name].map((key) => [key, all[key]])),
    eventID: `${name}.${(name === 'Purchase' && event.onceFor) || random}`,
  };
}

function contentsOf(items: readonly TrackedItem[]): { id: string; quantity: number }[] {
  const quantities = new Map<string, number>();
  for (const { external_code: id } of items) quantities.set(id, (quantities.get(id) ?? 0) + 1);
  return [...quantities].map(([id, quantity]) => ({ id, quantity }));
}

const costOf = (items: readonly TrackedItem[]): number =>
  items.reduce((total, { price, fee }) => total + price + fee, 0);

/** 19850 in a currency with two digits is 198.5. */
const decimal = (amount: number, digits: number): number => Number((amount / 10 ** digits).toFixed(digits));
