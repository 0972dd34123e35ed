/** What the pixel hears of, each under the vendor's own name. */
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

/** Something that happened in the shop, in the shop's own words. */
export interface TrackedMoment {
  readonly name: EventName;
  /** One entry for each unit; an item that is there twice stands here twice. */
  readonly items: readonly TrackedItem[];
  /** Minor units; absent: what the items cost together. */
  readonly value?: number;
  /** Of what this is told once in a browser, such as an order's code; absent: each time. */
  readonly onceFor?: string;
}
