export interface UnpaidLimits {
  readonly 'unpaid-orders': number;
  readonly 'unpaid-items': number;
  readonly 'unpaid-transfer-share': number;
}

/** The units of an item that orders awaiting a transfer hold, and how many they may hold together. */
interface TransferRoom {
  readonly itemId: number;
  readonly held: number;
  readonly maximum: number;
}

const countsOf = (itemIds: readonly number[]): [itemId: number, count: number][] =>
  [...Map.groupBy(itemIds, (id) => id)].map(([itemId, all]) => [itemId, all.length]);

/**
 * Unpaid orders keep stock from other buyers, and those by transfer keep it for days. Counts the unpaid orders and
 * units so far, including orders that are placed in the same transaction, in order of arrival.
 */
export class UnpaidSoFar {
  readonly #limits: UnpaidLimits | undefined;
  readonly #ofCustomers: Map<number, { orders: number; items: number }>;
  readonly #ofItems: Map<number, { held: number; readonly maximum: number }>;

  /**
   * `rooms` needs no entry for an item with enough room for all transfers. Without limits everything is allowed.
   */
  constructor(
    limits: UnpaidLimits | undefined,
    ofCustomers: ReadonlyMap<number, { readonly orders: number; readonly items: number }>,
    rooms: readonly TransferRoom[],
  ) {
    this.#limits = limits;
    this.#ofCustomers = new Map([...ofCustomers].map(([id, { orders, items }]) => [id, { orders, items }]));
    this.#ofItems = new Map(rooms.map(({ itemId, held, maximum }) => [itemId, { held, maximum }]));
  }

  /** An account's only unpaid order may have any number of items. */
  mayOrder(customerId: number, items: number): boolean {
    const unpaid = this.#ofCustomers.get(customerId);
    if (!unpaid || unpaid.orders === 0) return true;
    const maxOrders = this.#limits?.['unpaid-orders'] || Number.POSITIVE_INFINITY;
    const maxItems = this.#limits?.['unpaid-items'] || Number.POSITIVE_INFINITY;
    return unpaid.orders < maxOrders && unpaid.items + items <= maxItems;
  }

  /** The first order of an item by transfer always has room, whatever its number of units. */
  hasRoomForTransfer(itemIds: readonly number[]): boolean {
    return countsOf(itemIds).every(([itemId, count]) => {
      const room = this.#ofItems.get(itemId);
      return !room || room.held === 0 || room.held + count <= room.maximum;
    });
  }

  add(customerId: number, itemIds: readonly number[], { isTransfer }: { readonly isTransfer: boolean }): void {
    const unpaid = this.#ofCustomers.get(customerId) ?? { orders: 0, items: 0 };
    this.#ofCustomers.set(customerId, { orders: unpaid.orders + 1, items: unpaid.items + itemIds.length });
    if (!isTransfer) return;
    for (const [itemId, count] of countsOf(itemIds)) {
      const room = this.#ofItems.get(itemId);
      if (room) room.held += count;
    }
  }
}
