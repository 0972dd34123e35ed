import type { PlanStep } from '#features/payment-plans/domain/schedule.ts';

/**
 * A copy of the item from when it entered the cart, stored as jsonb with the cart line and later the order line, so
 * that catalogue changes affect neither of them. Price, fee and tax have their own columns. Instants are ISO 8601 in
 * UTC, money is in minor units.
 */
export interface FrozenItem {
  readonly externalCode: string;
  readonly kind: 'tickets' | 'merchandise';
  readonly name: string;
  /** A key of `config.productTypes` or `config.merchandiseTypes`. */
  readonly type: string;
  readonly eventId: string | null;
  readonly eventName: string | null;
  readonly timezone: string;
  readonly travelTimeType: 'fixed' | 'selectable' | null;
  /** The fixed time, or the departure chosen for the line. */
  readonly travelTime: string | null;
  /** Only for tickets to a part of an event. */
  readonly validFrom?: string;
  readonly validUntil?: string;
  /** The first picture's URL, without size and extension. */
  readonly image: string | null;
  /** Empty if it is paid in full at checkout. */
  readonly paymentPlan: readonly PlanStep[];
  /** Keys of `config.ageRanges`; empty if the age is not needed. */
  readonly ageOptions: readonly string[];
  readonly isRefundable: boolean;
  /** Null means from the start. */
  readonly allowRefundRequestsFrom: string | null;
  /** Null means without an end. */
  readonly allowRefundRequestsUntil: string | null;
  /** Deducted from a refund of the line. */
  readonly refundFee: number;
  readonly allowNameChanges: boolean;
  readonly allowNameChangesUntil: string | null;
  /** Null means unlimited. */
  readonly nameChangeLimit: number | null;
  readonly allowEmailChanges: boolean;
  /** Null means until departure. */
  readonly allowTravelTimeChangesUntil: string | null;
  /** For merchandise: rates in basis points by country of delivery. If absent, the line's own rate applies. */
  readonly taxByCountry?: Readonly<Record<string, number>>;
}
