/** The holder whose limit a cart's items count against: an account, or the network of guests. */
export type HeldBy =
  | { readonly kind: 'account'; readonly id: number }
  | { readonly kind: 'network'; readonly hash: string };

/** 0 means no limit. */
export interface HeldItemLimits {
  readonly account: number;
  readonly network: number;
}

export const UNLIMITED: HeldItemLimits = { account: 0, network: 0 };

/** Returns null for a guest of an unknown network, for example behind a proxy that hides its visitors. */
export function heldBy(customerId: number | null, network: string | null): HeldBy | null {
  if (customerId !== null) return { kind: 'account', id: customerId };
  return network === null ? null : { kind: 'network', hash: network };
}

/** Counts held items as adds are decided one after another, in order of arrival. */
export class HeldItems {
  readonly #limits: HeldItemLimits;
  readonly #counts: Map<string, number>;

  constructor(limits: HeldItemLimits, counts: ReadonlyMap<string, number>) {
    this.#limits = limits;
    this.#counts = new Map(counts);
  }

  mayHold(holder: HeldBy | null, more: number): boolean {
    if (holder === null || this.#limits[holder.kind] === 0) return true;
    return (this.#counts.get(keyOfHolder(holder)) ?? 0) + more <= this.#limits[holder.kind];
  }

  add(holder: HeldBy | null, more: number): void {
    if (holder === null) return;
    const key = keyOfHolder(holder);
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + more);
  }
}

export const keyOfHolder = (holder: HeldBy): string =>
  holder.kind === 'account' ? `account ${holder.id}` : `network ${holder.hash}`;
