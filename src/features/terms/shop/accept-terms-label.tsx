import { lazy, Suspense, useState } from 'react';
import { useBundle } from '#browser/session-store.ts';
import { useLanguage } from '#ui/language.ts';
import styles from './terms.module.css';

const TermsDialog = lazy(() => import('./terms-dialog.tsx'));

/** The label of every terms checkbox. Its link opens the full terms in a dialog. */
export function AcceptTermsLabel() {
  const { textNodes } = useLanguage();
  const { config } = useBundle();
  const [open, setOpen] = useState(false);
  return (
    <>
      {textNodes('I accept the <terms>Terms and Conditions</terms> (opens in a dialog)', {
        terms: (words) => (
          <button type="button" className={styles.link} onClick={() => setOpen(true)}>
            {words}
          </button>
        ),
      })}
      {open && (
        <Suspense fallback={null}>
          <TermsDialog html={config.texts.termsConditionsHtml} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
