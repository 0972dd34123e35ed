import { isVoucherValid, type VoucherTerms, voucherKey } from './voucher-validity.ts';

export interface WantedVoucher extends VoucherTerms {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  /** Minor units; `orderTotals` decides how much of it reduces an order. */
  readonly amount: number;
}

/** The vouchers of orders that are placed together. Uses are granted in order of arrival. */
export class WantedVouchers {
  readonly #byKey: ReadonlyMap<string, WantedVoucher>;
  readonly #taken = new Map<number, number>();

  constructor(vouchers: readonly WantedVoucher[]) {
    this.#byKey = new Map(vouchers.map((voucher) => [voucherKey(voucher.code), voucher]));
  }

  /** Returns the voucher with this code if one more order may use it, otherwise null. */
  usable(code: string, now: Date): WantedVoucher | null {
    const voucher = this.#byKey.get(voucherKey(code));
    if (!voucher) return null;
    const uses = voucher.uses + (this.#taken.get(voucher.id) ?? 0);
    return isVoucherValid({ ...voucher, uses }, now) ? voucher : null;
  }

  take({ id }: WantedVoucher): void {
    this.#taken.set(id, (this.#taken.get(id) ?? 0) + 1);
  }
}
