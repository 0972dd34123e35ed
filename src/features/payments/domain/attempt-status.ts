// How one try to pay moves. `paid` can come after an end as well: money that arrives late is still money.

export const attemptTransitions = {
  created: ['open', 'processing', 'paid', 'declined', 'cancelled', 'expired', 'problem'],
  open: ['processing', 'paid', 'declined', 'cancelled', 'expired', 'problem'],
  processing: ['paid', 'declined', 'cancelled', 'expired', 'problem'],
  declined: ['paid', 'problem'],
  cancelled: ['paid', 'problem'],
  expired: ['paid', 'problem'],
  paid: [],
  problem: [],
} as const;

export type AttemptStatus = keyof typeof attemptTransitions;

export const attemptMayMove = (from: AttemptStatus, to: AttemptStatus): boolean =>
  (attemptTransitions[from] as readonly AttemptStatus[]).includes(to);

/** Whether the gateway may still bring news of its own accord. */
export const attemptIsOpen = (status: AttemptStatus): boolean =>
  status === 'created' || status === 'open' || status === 'processing';
