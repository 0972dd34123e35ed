import { Suspense } from 'react';
import { closePanels, usePanel } from '#browser/panels.ts';
import { useBundle } from '#browser/session-store.ts';
import { CartPanel, PersonaliseDialog } from '#features/cart/shop/public.tsx';
import { useHasBeen } from '#ui/use-has-been.ts';
import { ErrorBoundary } from '../error-boundary.tsx';
import { LazyLoginPanel } from './login-panel.ts';

/** The panels and the dialog that can open over any page. */
export function Panels() {
  const panel = usePanel();
  const { config } = useBundle();
  const wasAccountOpened = useHasBeen(panel === 'account');
  return (
    <ErrorBoundary>
      <Suspense fallback={null}>
        {wasAccountOpened && <LazyLoginPanel open={panel === 'account'} onClose={closePanels} />}
        {/* An open cart panel stays when the shop becomes inactive, because it sends the visitor home itself. */}
        {(config.shopActive || panel === 'cart') && <CartPanel open={panel === 'cart'} onClose={closePanels} />}
        <PersonaliseDialog />
      </Suspense>
    </ErrorBoundary>
  );
}
