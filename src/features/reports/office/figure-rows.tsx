import { useStaffSession } from '#features/staff/office/public.tsx';
import { formatMoney } from '#kernel/money.ts';
import { CheckIcon } from '#ui/icons.tsx';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { List } from '#ui/office/list.tsx';
import { Moment } from '#ui/office/moment.tsx';
import { StateMessage } from '#ui/office/state-message.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { type FigureRow, whatInWords } from './figure-words.ts';

/** The orders, instalments or bookings behind a figure. */
export function FigureRows({ rows, caption }: { rows: readonly FigureRow[]; caption: string }) {
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
        { key: 'what', header: text('What'), wideOnly: true, cell: (row) => whatInWords(row, language) },
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
