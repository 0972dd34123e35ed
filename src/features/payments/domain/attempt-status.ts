// Transitions of a payment attempt. An ended attempt can still become `paid`: late money is still money.

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

export const canMoveAttempt = (from: AttemptStatus, to: AttemptStatus): boolean =>
  (attemptTransitions[from] as readonly AttemptStatus[]).includes(to);

export const isOpenStatus = (status: AttemptStatus): boolean =>
  status === 'created' || status === 'open' || status === 'processing';
