export interface PlacedOrder {
  readonly created_at: string;
  readonly payment_status: string;
  readonly reassigned_to_me: boolean;
}

/** Returns the newest valid order that the customer placed in the last few minutes, from any tab. */
export function justPlaced<One extends PlacedOrder>(
  orders: readonly One[],
  withinMinutes: number,
  now: Date,
): One | undefined {
  const since = now.getTime() - withinMinutes * 60_000;
  return orders
    .filter((order) => !order.reassigned_to_me && Date.parse(order.created_at) >= since)
    .filter(({ payment_status: status }) => status !== 'cancelled' && status !== 'abandoned')
    .sort((one, other) => Date.parse(other.created_at) - Date.parse(one.created_at))[0];
}
