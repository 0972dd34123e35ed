import { isClosed, type PaymentStatus } from '#features/orders/domain/payment-status.ts';

interface OpenInstalment {
  readonly amount: number;
  readonly paidAmount: number;
  readonly status: PaymentStatus;
  readonly dueAt: Date | string;
  readonly isDue: boolean;
}

export interface ConsentedInstalment {
  /** The outstanding amount. */
  readonly amount: number;
  readonly dueAt: Date | string;
  /** Whether its due date is over, so that no future day can be promised. */
  readonly isDue?: boolean;
}

/**
 * Returns the other instalments for which the card may be charged, including those with a problem: once it is solved,
 * they are charged too.
 */
export const consentedInstalments = (others: readonly OpenInstalment[]): ConsentedInstalment[] =>
  others
    .filter(({ status }) => !isClosed(status))
    .map(({ amount, paidAmount, dueAt, isDue }) => ({ amount: amount - paidAmount, dueAt, isDue }));
