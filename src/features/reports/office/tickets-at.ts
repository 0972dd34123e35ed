interface Place {
  readonly item: string;
  /** Null for an item with one fixed time. */
  readonly departure: number | null;
}

/** The list of a departure's tickets: those of its passengers, those in a refund, or both, which are its sold seats. */
export function ticketsAt({ item, departure }: Place, which: 'active' | 'refund' | 'sold'): string {
  const filter = new URLSearchParams({ item });
  if (departure !== null) filter.set('departure', String(departure));
  if (which === 'active') filter.set('status', 'active');
  if (which === 'refund') filter.set('view', 'refund');
  return `/tickets?${filter}`;
}
