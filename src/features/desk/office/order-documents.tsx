import type { OfficeAnswer } from '#browser/office-calls.ts';
import { OpenDocument, seriesNames } from '#features/invoices/office/public.tsx';
import { useLanguage } from '#ui/language.ts';
import { List } from '#ui/office/list.tsx';
import { Moment } from '#ui/office/moment.tsx';

/** The invoices and credit notes of an order; each number opens the PDF. */
export function OrderDocuments({ documents }: { documents: OfficeAnswer<'order-open'>['documents'] }) {
  const { text, translate } = useLanguage();
  if (documents.length === 0) return null;
  return (
    <List
      caption={text('Invoices and credit notes')}
      rows={documents}
      rowKey={({ number }) => number}
      columns={[
        { key: 'number', header: text('Document'), cell: ({ number }) => <OpenDocument number={number} /> },
        { key: 'kind', header: text('Kind'), cell: ({ series }) => translate(seriesNames[series]) },
        { key: 'issued', header: text('Issued'), align: 'end', cell: ({ issued_at: at }) => <Moment at={at} /> },
      ]}
    />
  );
}
