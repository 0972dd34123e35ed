import { isPayable, type PaymentStatus } from '#features/orders/domain/payment-status.ts';

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

/** Returns the other instalments that a card can be charged for: those that take money, as when they are charged. */
export const consentedInstalments = (others: readonly OpenInstalment[]): ConsentedInstalment[] =>
  others
    .filter(({ status }) => isPayable(status))
    .map(({ amount, paidAmount, dueAt, isDue }) => ({ amount: amount - paidAmount, dueAt, isDue }));
