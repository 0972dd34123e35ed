import type { OfficeAnswer } from '#browser/office-calls.ts';
import { OpenDocument } from '#features/invoices/office/public.tsx';
import { seriesNames } from '#features/invoices/words/staff/series-names.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import { useLanguage } from '#ui/language.ts';
import { Moment } from '#ui/office/moment.tsx';
import { PlainList } from '#ui/plain-list.tsx';
import styles from './order-page.module.css';

/** The invoices and credit notes of an order; each number opens the PDF. */
export function OrderDocuments({ documents }: { documents: OfficeAnswer<'order-open'>['documents'] }) {
  const { text, translate } = useLanguage();
  if (documents.length === 0) return null;
  return (
    <section className={styles.part}>
      <h3>{text('Invoices and credit notes')}</h3>
      <PlainList className={styles.documents}>
        {documents.map(({ number, series, issued_at: at }) => (
          <li key={number}>
            <OpenDocument number={number} />
            <CopyButton isIcon text={number} what={text('document number {number}', { number })} />
            <span>
              {translate(seriesNames[series])} · <Moment at={at} />
            </span>
          </li>
        ))}
      </PlainList>
    </section>
  );
}
