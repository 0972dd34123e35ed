import { lazy, Suspense, useState } from 'react';
import { useBundle } from '#browser/session-store.ts';
import styles from './terms.module.css';

const TermsDialog = lazy(() => import('./terms-dialog.tsx'));

/** The words beside every box that accepts the terms; the terms open in a dialog and can be read in full there. */
export function AcceptTermsLabel() {
  const { config } = useBundle();
  const [open, setOpen] = useState(false);
  return (
    <>
      I accept the{' '}
      <button type="button" className={styles.link} onClick={() => setOpen(true)}>
        Terms and Conditions
      </button>{' '}
      (opens in a dialog)
      {open && (
        <Suspense fallback={null}>
          <TermsDialog html={config.texts.termsConditionsHtml} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
