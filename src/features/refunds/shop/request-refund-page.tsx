import { useState } from 'react';
import { Navigate, useParams } from 'react-router';
import { useBundle } from '#browser/session-store.ts';
import type { Order } from '#features/orders/contract.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import { RefundWizard } from './refund-wizard.tsx';

/**
 * The refund wizard. Redirects to the portal if the customer has no such order, and to the order if nothing in it can be
 * refunded.
 */
export function RequestRefundPage() {
  const { order: code = '' } = useParams();
  const { orders } = useBundle();
  const order = orders.find((one) => one.code === code);
  const [sent, setSent] = useState<Order | null>(null);
  // A request that was sent takes the flag away, and a refused one may mean that another tab did: the page stays until it leaves itself.
  const shown = order?.can_refund ? order : sent && (order ?? sent);
  if (shown) return <RefundWizard key={code} order={shown} onSend={() => setSent(shown)} isOver={!order?.can_refund} />;
  return <Navigate to={order ? paths.order(code) : paths.portal()} replace />;
}
