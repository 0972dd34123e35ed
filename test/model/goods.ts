/** The model's facts about the demo's items. Money is in minor units; stock is so low that it runs out. */
export interface Good {
  readonly code: string;
  readonly kind: 'tickets' | 'merchandise';
  readonly price: number;
  readonly fee: number;
  readonly refundFee: number;
  readonly isRefundable: boolean;
  /** Units in stock; null for unlimited. */
  readonly stock: number | null;
  readonly nameLimit: number | null;
  readonly emailChanges: boolean;
  readonly asksAge: boolean;
  /** The payments of a payment plan, in order. */
  readonly plan: readonly number[];
  /** Seats by the departure's code in the shop folder. */
  readonly departures: Readonly<Record<string, number | null>>;
  /** A time at which its tickets are admitted. Day tickets are admitted on their own day. */
  readonly scannedAt: Date;
}

const good = (code: string, over: Partial<Good>): Good => ({
  code,
  kind: 'tickets',
  price: 0,
  fee: 0,
  refundFee: 0,
  isRefundable: true,
  stock: null,
  nameLimit: null,
  emailChanges: false,
  asksAge: false,
  plan: [],
  departures: {},
  scannedAt: new Date('2027-07-22T20:00:00Z'),
  ...over,
});

export const goods: readonly Good[] = [
  good('sandlark-pass', {
    price: 18_900,
    fee: 950,
    refundFee: 500,
    stock: 7,
    nameLimit: 3,
    emailChanges: true,
    asksAge: true,
  }),
  good('sandlark-pass-plan', {
    price: 18_900,
    fee: 950,
    refundFee: 500,
    stock: 4,
    nameLimit: 3,
    emailChanges: true,
    asksAge: true,
    plan: [5_450, 4_800, 4_800, 4_800],
  }),
  good('saturday', {
    price: 7_200,
    fee: 400,
    isRefundable: false,
    stock: 4,
    nameLimit: 2,
    asksAge: true,
    scannedAt: new Date('2027-07-24T20:00:00Z'),
  }),
  good('coach-amsterdam', {
    price: 4_200,
    fee: 250,
    refundFee: 250,
    stock: 7,
    emailChanges: true,
    departures: { 'thursday-morning': 3, 'thursday-noon': 2, 'thursday-afternoon': 0, 'friday-morning': null },
  }),
  good('lark-lodge', { price: 24_000, fee: 1_200, refundFee: 2_500, stock: 2 }),
  good('lark-tee-m', { kind: 'merchandise', price: 2_800, stock: 6 }),
  good('poster-a2', { kind: 'merchandise', price: 2_200 }),
];

/** The price of shipping within the Netherlands, charged once for an order with merchandise. */
export const SHIPPING = 650;
/** This voucher takes 20.00 off each of two orders. */
export const SMALL_VOUCHER = { code: 'LARK20', amount: 2_000, uses: 2 };
/** This voucher covers any order here, without a limit of uses. */
export const FULL_VOUCHER = { code: 'FULLHOUSE', amount: 60_000 };
export const MAX_ATTEMPTS = 5;
