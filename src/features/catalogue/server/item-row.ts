import type { Occasion } from '#features/occasions/domain/occasion.ts';
import type { PlanStep } from '../contract.ts';

/** `shop_items.details`: displayed data and policies, but no counters. Instants are ISO 8601 in UTC. */
export interface ItemDetails {
  /** URLs without size and extension, at most four. */
  readonly images: readonly string[];
  /** Sanitised HTML. */
  readonly description: string;
  readonly isFeatured: boolean;
  readonly forceView: boolean;
  readonly isRefundable: boolean;
  readonly allowRefundRequestsFrom: string | null;
  readonly allowRefundRequestsUntil: string | null;
  readonly allowNameChanges: boolean;
  readonly allowNameChangesUntil: string | null;
  /** Null means unlimited. */
  readonly nameChangeLimit: number | null;
  readonly allowEmailChanges: boolean;
  /** Null means until departure. */
  readonly allowTravelTimeChangesUntil: string | null;
  /** Keys of the age ranges, in display order. */
  readonly ageOptions: readonly string[];
  /**
   * Only for tickets to a part of an event, always both or neither. Printed on the ticket and the invoice, and used for
   * admission.
   */
  readonly validFrom?: string;
  readonly validUntil?: string;
  /**
   * For merchandise: rates in basis points by ISO code of the country of delivery. For other countries,
   * `taxBasisPoints` applies.
   */
  readonly taxByCountry?: Readonly<Record<string, number>>;
  /** Where travellers meet. */
  readonly meetingPoint?: string;
}

export interface DepartureRow {
  readonly id: number;
  readonly code: string;
  readonly departsAt: Date;
  readonly capacity: number | null;
  readonly sold: number;
  readonly held: number;
}

/** An active item with its active departures, earliest first. */
export interface ItemRow {
  readonly id: number;
  readonly externalCode: string;
  readonly kind: 'tickets' | 'merchandise';
  readonly name: string;
  readonly type: string;
  readonly eventId: number | null;
  readonly eventName: string | null;
  readonly occasion: Occasion | undefined;
  readonly price: number;
  readonly fee: number;
  /** 900 is 9 percent. */
  readonly taxBasisPoints: number;
  readonly refundFee: number;
  readonly limitPerOrder: number;
  readonly travelTimeType: 'fixed' | 'selectable' | null;
  readonly travelTime: Date | null;
  /** When the event, or the item's part of it, ends; null for journeys and items without an event. */
  readonly saleEndsAt: Date | null;
  readonly timezone: string;
  readonly paymentPlan: readonly PlanStep[];
  readonly details: ItemDetails;
  readonly capacity: number | null;
  readonly sold: number;
  readonly held: number;
  readonly departures: readonly DepartureRow[];
}
