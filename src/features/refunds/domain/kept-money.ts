import { allocate, type Minor, minor, sum, zero } from '#kernel/money.ts';

/** Amounts in minor units, after the discount. */
interface PricedItem {
  readonly price: number;
  readonly discountShare: number;
  readonly fee: number;
  readonly refundFee: number;
}

/** Returns what was paid for a line, after the discount, which lowers the price before the fee. */
export const paidFor = ({ price, fee, discountShare }: Pick<PricedItem, 'price' | 'fee' | 'discountShare'>) => ({
  price: Math.max(0, price - discountShare),
  fee: fee - Math.max(0, discountShare - price),
});

export interface PaidAndKept {
  readonly paid: number;
  /** The booking fee and the refund fee. */
  readonly kept: number;
}

/** What was paid for an item, and what the shop keeps of it if it keeps the fees. */
export function paidAndKept(item: PricedItem): PaidAndKept {
  const { price, fee } = paidFor(item);
  return { paid: price + fee, kept: fee + Math.min(item.refundFee, price) };
}

/** Money that was paid for refunded items and stays with the shop. */
export interface KeptMoney {
  /** Booking and refund fees. */
  readonly fees: number;
  /** What is kept because only a smaller amount is refunded. */
  readonly notRefunded: number;
}

/** Kept money counts as fees first; only what is kept beyond the fees is `notRefunded`. */
const keptMoney = (all: number, fees: number): KeptMoney => ({
  fees: Math.min(all, fees),
  notRefunded: Math.max(0, all - fees),
});

/**
 * Splits what a refund's line keeps of the price into the item's refund fee, which is at most the price that was paid,
 * and what is kept because only a smaller amount is refunded.
 */
export function keptOfPrice(item: PricedItem, kept: number): { refundFee: number; notRefunded: number } {
  const { price } = paidFor(item);
  const refundFee = Math.min(kept, item.refundFee, price);
  return { refundFee, notRefunded: kept > item.refundFee ? kept - refundFee : 0 };
}

/** Adds up what the lines of a refund keep. */
export function keptOf(
  lines: readonly {
    readonly item: PricedItem;
    /** The part of the price that is kept. */
    readonly refundFee: number;
    /** The part of the booking fee that is given back. */
    readonly feeRefund: number;
  }[],
): KeptMoney {
  const all = lines.map(({ item, refundFee, feeRefund }) =>
    keptMoney(paidFor(item).fee + refundFee - feeRefund, paidAndKept(item).kept),
  );
  return { fees: sum(all.map(({ fees }) => fees)), notRefunded: sum(all.map(({ notRefunded }) => notRefunded)) };
}

/** What can be refunded for each item: fees are kept unless they are waived. */
export const refundableOf = ({ paid, kept }: PaidAndKept, fees: 'kept' | 'returned'): number =>
  paid - (fees === 'returned' ? 0 : kept);

/** Spreads an amount over the items, if it is less than can be refunded for them. */
export function shareOut(
  items: readonly PaidAndKept[],
  { fees, limit }: { readonly fees: 'kept' | 'returned'; readonly limit: number },
): { amount: Minor; kept: KeptMoney }[] {
  const most = items.map((item) => refundableOf(item, fees));
  const amounts = spread(Math.min(Math.max(0, limit), sum(most)), most);
  return items.map(({ paid, kept }, index) => ({
    amount: amounts[index]!,
    kept: keptMoney(paid - amounts[index]!, kept),
  }));
}

/** Spreads a sum in proportion to what each part could take. */
export const spread = (total: number, maxima: readonly number[]): Minor[] =>
  total === 0 ? maxima.map(() => zero) : allocate(minor(total), maxima);
