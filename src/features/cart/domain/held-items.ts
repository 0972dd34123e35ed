/** Whose limit the items of a cart count against: an account's or, for guests, their network's. */
export type Buyer =
  | { readonly kind: 'account'; readonly id: number }
  | { readonly kind: 'network'; readonly hash: string };

/** 0 means no limit. */
export interface HeldItemLimits {
  readonly account: number;
  readonly network: number;
}

export const UNLIMITED: HeldItemLimits = { account: 0, network: 0 };

/** Returns null for a guest of an unknown network, for example behind a proxy that hides its visitors. */
export function buyerOf(customerId: number | null, network: string | null): Buyer | null {
  if (customerId !== null) return { kind: 'account', id: customerId };
  return network === null ? null : { kind: 'network', hash: network };
}

/** Keeps count of held items while adds are decided one after another, in order of arrival. */
export class HeldItems {
  readonly #limits: HeldItemLimits;
  readonly #counts: Map<string, number>;

  constructor(limits: HeldItemLimits, counts: ReadonlyMap<string, number>) {
    this.#limits = limits;
    this.#counts = new Map(counts);
  }

  mayHold(buyer: Buyer | null, more: number): boolean {
    if (buyer === null || this.#limits[buyer.kind] === 0) return true;
    return (this.#counts.get(buyerKey(buyer)) ?? 0) + more <= this.#limits[buyer.kind];
  }

  add(buyer: Buyer | null, more: number): void {
    if (buyer === null) return;
    const key = buyerKey(buyer);
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + more);
  }
}

export const buyerKey = (buyer: Buyer): string =>
  buyer.kind === 'account' ? `account ${buyer.id}` : `network ${buyer.hash}`;
