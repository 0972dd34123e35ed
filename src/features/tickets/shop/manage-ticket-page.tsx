import { useState } from 'react';
import { Navigate, useParams } from 'react-router';
import { useBundle } from '#browser/session-store.ts';
import { useOpenedOrder } from '#browser/use-opened-order.ts';
import type { Order } from '#features/orders/contract.ts';
import { PendingOrder } from '#features/orders/shop/public.tsx';
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
  const { customer } = useBundle();
  const { opened, hasFailed, again } = useOpenedOrder({ order_id: orderCode });
  const found = manageableTicket(opened?.order, ticketCode, customer?.email ?? '');
  const [sent, setSent] = useState<ManageableTicket | null>(null);
  // A sent change may create a new code, and a refused one may mean that another tab has changed the ticket: keep the
  // page until the wizard leaves it.
  const shown = found ?? sent;
  if (shown) return <ManageTicket key={ticketCode} {...shown} onSend={() => setSent(shown)} isStale={!found} />;
  if (opened === undefined) return <PendingOrder hasFailed={hasFailed} onTryAgain={again} />;
  return <Navigate to={opened ? paths.order(orderCode) : missingPath(paths.portal(), 'order')} replace />;
}

interface ManageableTicket {
  order: Order;
  ticket: Ticket;
}

function manageableTicket(order: Order | undefined, ticketCode: string, ownEmail: string): ManageableTicket | null {
  const ticket = order?.tickets.find((one) => one.code === ticketCode);
  if (!order || !ticket || ticket.recently_edited) return null;
  return isManageable(ticket, order, ownEmail) ? { order, ticket } : null;
}
