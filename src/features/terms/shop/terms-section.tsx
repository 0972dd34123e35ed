import type { MouseEvent } from 'react';
import type { Order } from '#features/orders/contract.ts';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { whyNotAccept } from '../domain/may-accept.ts';
import { AcceptBox } from './accept-box.tsx';
import { AcceptedNotice } from './accepted-notice.tsx';
import styles from './terms.module.css';
import { useAcceptTerms } from './use-accept-terms.ts';

const SECTION = 'accept-terms';

const areTermsOpen = (order: Order): boolean =>
  !order.accepted_ts_and_cs &&
  whyNotAccept({
    paymentStatus: order.payment_status,
    isAccepted: false,
    isFullyRefunded: order.fully_refunded,
  }) === null;

/** The notice at the top of an order whose terms are open, with a link to the checkbox below. */
export function OpenTermsNotice({ order, className }: { order: Order; className?: string }) {
  const { textNodes } = useLanguage();
  if (!areTermsOpen(order)) return null;
  return (
    <Notice tone="warn" className={className}>
      {textNodes(
        'You must accept the <terms>terms and conditions at the bottom of this page</terms> to proceed with this order.',
        {
          terms: (words) => (
            <a href={`#${SECTION}`} onClick={goToCheckbox}>
              {words}
            </a>
          ),
        },
      )}
    </Notice>
  );
}

/** Focuses the checkbox, and opens the collapsed section that it may be in. */
function goToCheckbox(event: MouseEvent): void {
  const section = document.getElementById(SECTION);
  if (!section) return;
  event.preventDefault();
  section.closest('details')?.setAttribute('open', '');
  section.scrollIntoView({ block: 'center' });
  section.querySelector('input')?.focus({ preventScroll: true });
}

/** The section at the bottom of an order's page: the form while its terms are open, then the thanks. */
export function TermsSection({ order, className }: { order: Order; className?: string }) {
  const { text } = useLanguage();
  const form = useAcceptTerms({ order: order.code, checksum: order.terms_checksum }, () => {});
  if (!areTermsOpen(order) && !form.isDone) return null;
  return (
    <section id={SECTION} aria-labelledby="terms-heading" className={className}>
      <h2 id="terms-heading" className={styles.heading}>
        {text('Terms and Conditions')}
      </h2>
      {form.isDone ? <AcceptedNotice isNew /> : <AcceptBox form={form} button={text('Accept Terms and Conditions')} />}
    </section>
  );
}
