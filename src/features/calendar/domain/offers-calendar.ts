import { isIssued, type OrderStatus } from '#features/orders/domain/order-status.ts';

interface OrderWithDays {
  readonly payment_status: OrderStatus;
  readonly tickets: readonly {
    readonly status: string;
    readonly reassigned: boolean;
    readonly travel_time: string | null;
  }[];
  readonly cartProducts: readonly { readonly travel_time: string | null }[];
}

/** Whether an order has days for a calendar: it is paid, at least in part, and a valid ticket has a day. */
export function offersCalendar(order: OrderWithDays, { hasEvents }: { hasEvents: boolean }): boolean {
  if (!isIssued(order.payment_status)) return false;
  const tickets = [
    ...order.tickets.filter(({ status, reassigned }) => status === 'active' && !reassigned),
    ...order.cartProducts,
  ];
  return tickets.some((ticket) => hasEvents || ticket.travel_time !== null);
}
