import { useState } from 'react';
import { Navigate, useParams } from 'react-router';
import { useOpenedOrder } from '#browser/use-opened-order.ts';
import type { Order } from '#features/orders/contract.ts';
import { PendingOrder } from '#features/orders/shop/public.tsx';
import { missingPath } from '#features/shop-config/domain/missing.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import { RefundWizard } from './refund-wizard.tsx';

/** Redirects to the portal if the customer has no such order, and to the order if nothing in it can be refunded. */
export function RequestRefundPage() {
  const { order: code = '' } = useParams();
  const { opened, hasFailed, again } = useOpenedOrder({ order_id: code });
  const order = opened?.order;
  const [sent, setSent] = useState<Order | null>(null);
  // A sent request clears the flag, and another tab may do so too. The page stays until it navigates away itself.
  const shown = order?.can_refund ? order : sent && (order ?? sent);
  if (shown) return <RefundWizard key={code} order={shown} onSend={() => setSent(shown)} isOver={!order?.can_refund} />;
  if (opened === undefined) return <PendingOrder hasFailed={hasFailed} onTryAgain={again} />;
  return <Navigate to={order ? paths.order(code) : missingPath(paths.portal(), 'order')} replace />;
}
