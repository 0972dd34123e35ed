import type { Occasion } from '#features/occasions/domain/occasion.ts';
import { contentsOf, itemCount, type NamedItem, type OrderContents } from '#features/orders/domain/order-contents.ts';
import { isUnpaidCardOrder } from '#features/payments/domain/next-step.ts';
import { areTermsOpen, isAnythingOverdue, needsOf, type OrderNeed, type OrderWithNeeds } from './order-needs.ts';

interface SummarisedOrder extends OrderWithNeeds, OrderContents {
  readonly created_at: string;
  readonly tickets: readonly (OrderWithNeeds['tickets'][number] &
    OrderContents['tickets'][number] & { readonly allow_download: boolean })[];
}

/** The item that names an order, under its API names. */
interface FirstItem {
  name: string;
  external_code: string;
  shop_image: string | null;
  occasion?: Occasion | undefined;
  travel_time?: string | null;
  /** The departures to choose from, if none is chosen. */
  travel_times?: { travel_time: string }[];
  timezone?: string;
  meeting_point?: string | undefined;
}

/** The summary of an order in a list, under its API names. */
export interface OrderSummary {
  code: string;
  created_at: string;
  total_price: number;
  payment_status: OrderWithNeeds['payment_status'];
  fully_refunded: boolean;
  reassigned_to_me: boolean;
  /** Codes for the links of the needs; empty without needs. */
  payment_checksum: string;
  terms_checksum: string;
  item_count: number;
  first: FirstItem | null;
  is_overdue: boolean;
  are_terms_open: boolean;
  is_unpaid_card_order: boolean;
  has_ticket_to_show: boolean;
  needs: OrderNeed[];
}

/**
 * `codeOf` makes the code of a link. Called only for links that are needed, because a code costs more than the rest.
 */
export function summaryOf(
  order: SummarisedOrder,
  shop: Parameters<typeof needsOf>[1],
  now: Date,
  codeOf: (purpose: 'payment' | 'terms') => string,
): OrderSummary {
  const { first } = contentsOf(order);
  const needs = needsOf(order, shop, now);
  return {
    code: order.code,
    created_at: order.created_at,
    total_price: order.total_price,
    payment_status: order.payment_status,
    fully_refunded: order.fully_refunded,
    reassigned_to_me: order.reassigned_to_me,
    payment_checksum: needs.some(({ kind }) => kind === 'pay') ? codeOf('payment') : '',
    terms_checksum: needs.some(({ kind }) => kind === 'accept_terms') ? codeOf('terms') : '',
    item_count: itemCount(order),
    first: first && firstItem(first),
    is_overdue: isAnythingOverdue(order),
    are_terms_open: areTermsOpen(order),
    is_unpaid_card_order: isUnpaidCardOrder(order),
    has_ticket_to_show: order.tickets.some((ticket) => ticket.allow_download),
    needs,
  };
}

function firstItem({ name, externalCode, image, dated }: NamedItem): FirstItem {
  const { occasion, travel_time, travel_times, timezone, meeting_point } = dated;
  return {
    name,
    external_code: externalCode,
    shop_image: image,
    ...(occasion && { occasion }),
    ...(timezone !== undefined && { travel_time: travel_time ?? null, timezone }),
    ...(!travel_time &&
      travel_times &&
      travel_times.length > 0 && { travel_times: travel_times.map((one) => ({ travel_time: one.travel_time })) }),
    ...(meeting_point !== undefined && { meeting_point }),
  };
}
