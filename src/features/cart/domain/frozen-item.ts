import type { PlanStep } from '#features/payment-plans/domain/schedule.ts';

/**
 * An item as it was when it entered the cart, kept with the cart line and then with the order line as jsonb: a later change
 * in the catalogue changes no cart and no order. Price, fee and tax stand in columns of the line beside it.
 * Instants are ISO 8601 in UTC, money is in minor units.
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
  /** Of the fixed time, or of the departure that the line was given. */
  readonly travelTime: string | null;
  /** For a ticket to a part of its event: when that part ends. */
  readonly validUntil?: string;
  /** Address of the first picture without size and extension. */
  readonly image: string | null;
  /** Empty: paid at once. */
  readonly paymentPlan: readonly PlanStep[];
  /** Keys of `config.ageRanges`; empty: no age is asked. */
  readonly ageOptions: readonly string[];
  readonly isRefundable: boolean;
  /** Null: from the start. */
  readonly allowRefundRequestsFrom: string | null;
  /** Null: without an end. */
  readonly allowRefundRequestsUntil: string | null;
  /** What a refund of the line keeps back. */
  readonly refundFee: number;
  readonly allowNameChanges: boolean;
  readonly allowNameChangesUntil: string | null;
  /** Null: unlimited. */
  readonly nameChangeLimit: number | null;
  readonly allowEmailChanges: boolean;
  /** Null: until departure. */
  readonly allowTravelTimeChangesUntil: string | null;
  /** For merchandise: rates in basis points by country of delivery; if absent, the line's own rate applies everywhere. */
  readonly taxByCountry?: Readonly<Record<string, number>>;
}
