import { lazy, Suspense, useState } from 'react';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { usePageTitle } from '#browser/page-title.ts';
import { useOfficeCall } from '#browser/use-office-call.ts';
import { usePageTabs, useStaffSession } from '#features/staff/office/public.tsx';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { OrdersIcon } from '#ui/office/icons.tsx';
import { List } from '#ui/office/list.tsx';
import { Moment } from '#ui/office/moment.tsx';
import { PageHead } from '#ui/office/page-head.tsx';
import { Panel } from '#ui/office/panel.tsx';
import { PickerField } from '#ui/office/picker-field.tsx';
import { QueryState } from '#ui/office/query-state.tsx';
import { StateMessage } from '#ui/office/state-message.tsx';
import styles from './held.module.css';

const FreeDialog = lazy(() => import('./free-dialog.tsx'));

type Held = OfficeAnswer<'held-list'>;
export type ItemsInCarts = Held['carts'][number];

/** Lists who holds unpaid stock, and for how long. */
export default function HeldPage() {
  const { text } = useLanguage();
  const { shopName } = useStaffSession();
  const { name, ...tabs } = usePageTabs('/held');
  usePageTitle(name, shopName);
  const [item, setItem] = useState('');
  const query = useOfficeCall('held-list', { item });
  return (
    <>
      <PageHead
        heading={name}
        sub={text('In carts and in unpaid orders, largest holder first.')}
        actions={
          <Button kind="secondary" small busy={query.isFetching} onClick={() => void query.refetch()}>
            {text('Refresh')}
          </Button>
        }
        {...tabs}
      />
      <QueryState query={query} failed={text('The held items did not load')} isPage>
        {({ carts, unpaid, choices }) => (
          <div className={styles.page}>
            <PickerField
              id="held-item"
              label={text('Item')}
              className={styles.filter}
              value={item}
              none={text('All items')}
              remembers="item"
              options={choices.map(({ code, name: label }) => ({ value: code, label }))}
              onPick={setItem}
            />
            {carts.length + unpaid.length === 0 && (
              <StateMessage icon={<OrdersIcon />} heading={text('Nobody holds anything')} />
            )}
            {carts.length > 0 && <InCarts carts={carts} />}
            {unpaid.length > 0 && <InUnpaidOrders unpaid={unpaid} />}
          </div>
        )}
      </QueryState>
    </>
  );
}

const itemsText = (byItem: ItemsInCarts['by_item']): string =>
  byItem.map(({ name, count }) => `${count} × ${name}`).join(', ');

function InCarts({ carts }: { carts: readonly ItemsInCarts[] }) {
  const { text, countText } = useLanguage();
  const { may } = useStaffSession();
  const [freed, setFreed] = useState<ItemsInCarts | null>(null);
  const nameOf = useBuyerName();
  return (
    <Panel heading={text('In carts')} note={carts.length} flush>
      <List
        caption={text('In carts')}
        rows={carts}
        rowKey={({ email, network }) => email ?? network ?? ''}
        columns={[
          { key: 'who', header: text('Account or network'), cell: (held) => <b>{nameOf(held)}</b> },
          { key: 'what', header: text('Items'), inBlock: 'line', cell: ({ by_item: byItem }) => itemsText(byItem) },
          {
            key: 'carts',
            header: text('Carts'),
            cell: ({ carts: count }) => countText(count, { one: '{count} cart', other: '{count} carts' }),
          },
          { key: 'until', header: text('Until'), cell: ({ until }) => <Moment at={until} /> },
          {
            key: 'free',
            header: text('Actions'),
            align: 'end',
            cell: (held) =>
              may('orders.serve') && (
                <Button kind="secondary" small onClick={() => setFreed(held)}>
                  {text('Put back on sale…')} <span className="visually-hidden">{nameOf(held)}</span>
                </Button>
              ),
          },
        ]}
      />
      {freed && (
        <Suspense>
          <FreeDialog held={freed} name={nameOf(freed)} onClose={() => setFreed(null)} />
        </Suspense>
      )}
    </Panel>
  );
}

/** Guests are listed by the network from which they created their carts. */
function useBuyerName() {
  const { text } = useLanguage();
  return ({ email, network }: Pick<ItemsInCarts, 'email' | 'network'>): string =>
    email ?? (network === null ? text('Guests of unknown networks') : text('Guests of network {network}', { network }));
}

function InUnpaidOrders({ unpaid }: { unpaid: Held['unpaid'] }) {
  const { text } = useLanguage();
  return (
    <Panel heading={text('In unpaid orders')} note={unpaid.length} flush>
      <List
        caption={text('In unpaid orders')}
        rows={unpaid}
        rowKey={({ orders: [first] }) => first ?? ''}
        columns={[
          { key: 'who', header: text('Account'), cell: ({ email }) => <b>{email}</b> },
          { key: 'what', header: text('Items'), inBlock: 'line', cell: ({ by_item: byItem }) => itemsText(byItem) },
          {
            key: 'orders',
            header: text('Orders'),
            inBlock: 'line',
            cell: ({ orders }) => (
              <span className={styles.orders}>
                {orders.map((code) => (
                  <Link key={code} to={`/orders/${code}`}>
                    {code}
                  </Link>
                ))}
              </span>
            ),
          },
          { key: 'until', header: text('Until'), cell: ({ until }) => <Moment at={until} /> },
        ]}
      />
      <p className={styles.note}>{text('To put the items of an unpaid order back on sale, open it and cancel it.')}</p>
    </Panel>
  );
}
