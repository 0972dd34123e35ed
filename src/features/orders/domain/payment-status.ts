// docs/domain/orders.md has a diagram of these transitions.

const paymentTransitions = {
  pending: ['processing', 'partial', 'paid', 'problem', 'cancelled'],
  processing: ['pending', 'partial', 'paid', 'problem', 'cancelled'],
  partial: ['processing', 'pending', 'paid', 'problem', 'cancelled'],
  /** Changes only if money is taken back. */
  paid: ['partial', 'pending', 'cancelled'],
  /** Money arrived with the wrong amount or currency, or one movement of money was reported for two attempts. */
  problem: ['pending', 'partial', 'paid', 'cancelled'],
  /** Its order has ended or its plan is refunded; late money may revive the order. */
  cancelled: ['pending', 'partial', 'problem'],
} as const;

export type PaymentStatus = keyof typeof paymentTransitions;

export const paymentStatuses = Object.keys(paymentTransitions) as readonly PaymentStatus[];

export const canMovePayment = (from: PaymentStatus, to: PaymentStatus): boolean =>
  (paymentTransitions[from] as readonly PaymentStatus[]).includes(to);

export const isPayable = (status: PaymentStatus): boolean => status === 'pending' || status === 'partial';

export const isClosed = (status: PaymentStatus): boolean => status === 'paid' || status === 'cancelled';
