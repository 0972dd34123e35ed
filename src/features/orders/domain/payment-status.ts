// The one place that says how the status of a payment moves (docs/domain/orders.md draws it).

const paymentTransitions = {
  pending: ['processing', 'partial', 'paid', 'problem', 'cancelled'],
  /** The gateway says that the money is on its way. */
  processing: ['pending', 'partial', 'paid', 'problem', 'cancelled'],
  partial: ['processing', 'pending', 'paid', 'problem', 'cancelled'],
  /** Left only when the money is taken back. */
  paid: ['partial', 'pending', 'cancelled'],
  /** Money with a wrong amount or currency came for it, or one movement was reported for two attempts. */
  problem: ['pending', 'partial', 'paid', 'cancelled'],
  /** Its order has ended, or its plan is refunded; late money may bring the order back. */
  cancelled: ['pending', 'partial', 'problem'],
} as const;

export type PaymentStatus = keyof typeof paymentTransitions;

export const paymentStatuses = Object.keys(paymentTransitions) as readonly PaymentStatus[];

export const canMovePayment = (from: PaymentStatus, to: PaymentStatus): boolean =>
  (paymentTransitions[from] as readonly PaymentStatus[]).includes(to);

/** Whether its customer is asked for the rest of its money. */
export const asksForMoney = (status: PaymentStatus): boolean => status === 'pending' || status === 'partial';

/** Whether it is over: paid, or asked for no more. */
export const isClosed = (status: PaymentStatus): boolean => status === 'paid' || status === 'cancelled';
