import type { OfficeAnswer } from '#browser/office-calls.ts';
import { providerName } from '#features/payments/domain/provider-name.ts';
import { transactionNumber } from '#features/payments/domain/transaction-number.ts';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { formatDateTime } from '#kernel/dates.ts';
import { type Language, markedText } from '#kernel/language.ts';
import { decimalFigure, formatMoney } from '#kernel/money.ts';
import { CheckIcon } from '#ui/icons.tsx';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { List } from '#ui/office/list.tsx';
import { Moment } from '#ui/office/moment.tsx';
import { StateMessage } from '#ui/office/state-message.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';

type Row = OfficeAnswer<'sales-of-day'>['rows'][number];

const bookings: Readonly<Record<string, string>> = {
  payment: markedText('Payment'),
  suspense: markedText('Money without an order'),
  refund_paid: markedText('Refund'),
  returned: markedText('Sent back'),
  order_returned: markedText('Sent back'),
  charge_back: markedText('Chargeback'),
  payout: markedText('Payout'),
  payout_failed: markedText('Payout that failed'),
};

/** The orders, instalments or bookings behind a figure. */
export function FigureRows({ rows, caption }: { rows: readonly Row[]; caption: string }) {
  const language = useLanguage();
  const { text } = language;
  const { may } = useStaffSession();
  const settings = useShopSettings();
  if (rows.length === 0) return <StateMessage icon={<CheckIcon />} heading={text('Nothing here')} />;
  const canSeeOrders = may('orders.see');
  return (
    <List
      caption={caption}
      rows={rows}
      rowKey={({ key }) => key}
      columns={[
        {
          key: 'order',
          header: text('Order'),
          cell: ({ order, customer_name: name }) => (
            <>
              {order === null ? '–' : canSeeOrders ? <Link to={`/orders/${order}`}>{order}</Link> : order}
              {name !== null && <small>{name}</small>}
            </>
          ),
        },
        { key: 'what', header: text('What'), wideOnly: true, cell: (row) => whatText(language, row) },
        { key: 'at', header: text('When'), cell: ({ at }) => <Moment at={at} /> },
        {
          key: 'amount',
          header: text('Amount'),
          align: 'end',
          cell: ({ amount }) => formatMoney(amount, settings),
        },
      ]}
    />
  );
}

/** Returns what turns such rows into the rows of a file, headings first, without names. */
export function useFigureCsv(): (rows: readonly Row[]) => string[][] {
  const language = useLanguage();
  const { text } = language;
  const settings = useShopSettings();
  return (rows) => [
    [text('Order'), text('What'), text('When'), text('Amount')],
    ...rows.map((row) => [
      row.order ?? '',
      whatText(language, row),
      formatDateTime(row.at, settings),
      decimalFigure(row.amount, settings.currencyDigits),
    ]),
  ];
}

/**
 * Describes a row: a booking by its kind and account, money by its way and number, an instalment by its reference, an
 * order by its tickets.
 */
function whatText({ text, translate, countText }: Language, { what, tickets }: Row): string {
  if (what === '') return countText(tickets, { one: '{count} ticket', other: '{count} tickets' });
  const [kind = '', account = '', ...transaction] = what.split(' ');
  const name = bookings[kind];
  if (name === undefined && kind !== 'receipt') return what;
  const way = account === 'bank' ? text('Bank') : providerName(account.replace(/^gateway:/, ''));
  const first = name === undefined ? [] : [translate(name)];
  return [...first, way, transactionNumber(transaction.join(' ')) ?? ''].filter((part) => part !== '').join(' · ');
}
