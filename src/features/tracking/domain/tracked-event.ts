/** Events reported to the pixel, under the vendor's names. */
export type EventName =
  | 'ViewContent'
  | 'CustomizeProduct'
  | 'AddToCart'
  | 'InitiateCheckout'
  | 'AddPaymentInfo'
  | 'Purchase'
  | 'CompleteRegistration';

/** One unit of an item; amounts in minor units. */
export interface TrackedItem {
  readonly external_code: string;
  readonly price: number;
  readonly fee: number;
}

/** Something that happened in the shop, before it is translated into a call of the pixel. */
export interface TrackedEvent {
  readonly name: EventName;
  /** One entry per unit, so an item may appear more than once. */
  readonly items: readonly TrackedItem[];
  /** Minor units; default: the sum of the items. */
  readonly value?: number;
  /** If set, this is reported only once per browser under this key, such as an order's code. */
  readonly onceFor?: string;
}
