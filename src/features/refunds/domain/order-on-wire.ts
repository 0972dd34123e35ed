import type { OrderStatus } from '#features/orders/domain/order-status.ts';
import { paidShipping } from '#features/tickets/domain/item-refund.ts';
import { type ItemStatus, isStillOrdered } from '#features/tickets/domain/item-status.ts';
import type { RefundableItem, RefundableOrder, RefundingSums } from './refundable-items.ts';

interface ItemOnWire {
  readonly code: string;
  readonly status: ItemStatus;
  readonly price: number;
  readonly fee: number;
  readonly refund_fee: number;
  readonly refund_total: number;
  readonly is_refundable: boolean;
  readonly is_ever_refundable: boolean;
  readonly allow_refund_requests_from: string | null;
  readonly allow_refund_requests_until: string | null;
  /** The ticket was reassigned to another account. */
  readonly reassigned?: boolean;
}

export interface OrderOnWire {
  readonly payment_status: OrderStatus;
  readonly has_payment_plan: boolean;
  readonly total_paid: number;
  readonly shipping_amount: number;
  readonly discount_amount: number;
  readonly payments: readonly { readonly payment_status: string }[];
  readonly tickets: readonly (ItemOnWire & { readonly product: string })[];
  readonly merchandisePurchases: readonly (ItemOnWire & { readonly merchandise: string })[];
  readonly cartProducts: readonly { readonly price: number; readonly fee: number }[];
  readonly cartMerchandise: readonly { readonly price: number; readonly fee: number }[];
}

/** Converts an order on the wire for the refund rules, which the wizard, the order's buttons and `can_refund` use. */
export function orderFromWire(order: OrderOnWire, refunding: RefundingSums): RefundableOrder {
  const lines = [...order.tickets, ...order.merchandisePurchases, ...order.cartProducts, ...order.cartMerchandise];
  const itemsTotal = lines.reduce((total, line) => total + line.price + line.fee, 0);
  return {
    paymentStatus: order.payment_status,
    hasPaymentPlan: order.has_payment_plan,
    totalPaid: order.total_paid,
    alreadyRefunding: refunding.total,
    shippingPaid: paidShipping({
      shippingAmount: order.shipping_amount,
      discountAmount: order.discount_amount,
      itemsTotal,
    }),
    shippingRefunding: refunding.shipping,
    isBeingPaid: order.payments.some((payment) => payment.payment_status === 'processing'),
    items: [
      ...order.tickets.map((ticket) => itemFromWire(ticket, 'tickets', ticket.product)),
      ...order.merchandisePurchases.map((bought) => itemFromWire(bought, 'merchandise', bought.merchandise)),
    ],
  };
}

const itemFromWire = (item: ItemOnWire, kind: RefundableItem['kind'], name: string): RefundableItem => ({
  code: item.code,
  kind,
  name,
  fee: item.fee,
  refundFee: item.refund_fee,
  refundTotal: item.refund_total,
  isStillOrdered: isStillOrdered(item.status),
  status: item.status,
  isEverRefundable: item.is_ever_refundable,
  isRefundable: item.is_refundable,
  from: item.allow_refund_requests_from,
  until: item.allow_refund_requests_until,
  isReassigned: item.reassigned ?? false,
});
