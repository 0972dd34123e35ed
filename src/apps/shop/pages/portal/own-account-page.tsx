import { useSession } from '#browser/session-store.ts';
import { useCall } from '#browser/use-call.ts';
import { AccountPage } from '#features/customers/shop/public.tsx';
import { SavedCard } from '#features/payments/shop/public.tsx';

/** The account page, with the cards that the customer's plans are charged to. */
export function OwnAccountPage() {
  const { bundleCount } = useSession();
  const { answer } = useCall('get-saved-cards', {}, { dependsOn: String(bundleCount) });
  return (
    <AccountPage>
      {answer?.orders.map((order) => (
        <SavedCard key={order.code} order={order} showsOrderCode />
      ))}
    </AccountPage>
  );
}
