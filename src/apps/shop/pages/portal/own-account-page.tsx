import { useBundle } from '#browser/session-store.ts';
import { AccountPage } from '#features/customers/shop/public.tsx';
import { SavedCard } from '#features/payments/shop/public.tsx';

/** The account with the cards that the customer's plans are charged to. */
export function OwnAccountPage() {
  const { orders } = useBundle();
  return (
    <AccountPage>
      {orders.map((order) => (
        <SavedCard key={order.code} order={order} namesOrder />
      ))}
    </AccountPage>
  );
}
