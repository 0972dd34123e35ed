const DAY_MS = 24 * 60 * 60_000;

interface Waiting {
  readonly kind: string;
  readonly urgent: boolean;
  /** Instants as on the wire. */
  readonly since: string | null;
  readonly facts: { readonly until: string | null };
}

/** How many whole days a matter may wait in the inbox: one if it is urgent, otherwise three. */
export const limitDays = ({ urgent }: Pick<Waiting, 'urgent'>): number => (urgent ? 1 : 3);

/**
 * `deadline`: the provider's deadline for an answer has passed. `limit`: the matter has waited at least one whole day
 * more.
 */
export function lateness(matter: Waiting, now: Date): 'deadline' | 'limit' | null {
  const { kind, since, facts } = matter;
  if (kind === 'dispute' && facts.until !== null) return Date.parse(facts.until) < now.getTime() ? 'deadline' : null;
  if (since === null) return null;
  return now.getTime() - Date.parse(since) >= (limitDays(matter) + 1) * DAY_MS ? 'limit' : null;
}
