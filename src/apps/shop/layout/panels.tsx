import { Suspense } from 'react';
import { closePanels, usePanel } from '#browser/panels.ts';
import { useBundle } from '#browser/session-store.ts';
import { CartPanel, PersonaliseDialog } from '#features/cart/shop/public.tsx';
import { useHasBeen } from '#ui/use-has-been.ts';
import { ErrorBoundary } from '../error-boundary.tsx';
import { LazyLoginPanel } from './login-panel.ts';

/** What opens over every page: the account's panel, the cart's, the dialog that personalises a ticket. */
export function Panels() {
  const panel = usePanel();
  const { config } = useBundle();
  const wasAccountOpened = useHasBeen(panel === 'account');
  return (
    <ErrorBoundary>
      <Suspense fallback={null}>
        {wasAccountOpened && <LazyLoginPanel open={panel === 'account'} onClose={closePanels} />}
        {/* The panel itself sends the visitor home when the shop becomes inactive while it is open. */}
        {(config.shopActive || panel === 'cart') && <CartPanel open={panel === 'cart'} onClose={closePanels} />}
        <PersonaliseDialog />
      </Suspense>
    </ErrorBoundary>
  );
}
