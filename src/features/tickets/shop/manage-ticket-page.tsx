import { useState } from 'react';
import { Navigate, useParams } from 'react-router';
import { type Bundle, useBundle } from '#browser/session-store.ts';
import type { Order } from '#features/orders/contract.ts';
import { missingPath } from '#features/shop-config/domain/missing.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import type { Ticket } from '../contract.ts';
import { isManageable } from '../domain/manageable.ts';
import { ManageTicket } from './manage-ticket.tsx';

/**
 * The manage ticket wizard. Redirects to the portal if the customer has no such order, and to the order if it has no
 * such ticket or the ticket may not be changed.
 */
export function ManageTicketPage() {
  const { order: orderCode = '', ticket: ticketCode = '' } = useParams();
  const bundle = useBundle();
  const found = manageableTicket(bundle, orderCode, ticketCode);
  const [sent, setSent] = useState<ManageableTicket | null>(null);
  // A sent change creates a new code, and a refused one may mean that another tab has changed the ticket: keep the page
  // until it leaves by itself.
  const shown = found ?? sent;
  if (shown) return <ManageTicket key={ticketCode} {...shown} onSend={() => setSent(shown)} isStale={!found} />;
  const isKnown = bundle.orders.some((order) => order.code === orderCode);
  return <Navigate to={isKnown ? paths.order(orderCode) : missingPath(paths.portal(), 'order')} replace />;
}

interface ManageableTicket {
  order: Order;
  ticket: Ticket;
}

function manageableTicket(
  { orders, customer }: Bundle,
  orderCode: string,
  ticketCode: string,
): ManageableTicket | null {
  const order = orders.find((one) => one.code === orderCode);
  const ticket = order?.tickets.find((one) => one.code === ticketCode);
  if (!order || !ticket || ticket.recently_edited) return null;
  return isManageable(ticket, order, customer?.email ?? '') ? { order, ticket } : null;
}
