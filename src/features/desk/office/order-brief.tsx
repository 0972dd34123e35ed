import { lazy, Suspense, useState } from 'react';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { useOfficeCall } from '#browser/use-office-call.ts';
import { orderStatusNames } from '#features/orders/words/staff/status-names.ts';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { formatMoney } from '#kernel/money.ts';
import { ButtonLink } from '#ui/button.tsx';
import { FactList } from '#ui/fact-list.tsx';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { Moment } from '#ui/office/moment.tsx';
import { QueryState } from '#ui/office/query-state.tsx';
import { PlainList } from '#ui/plain-list.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { StatusChip } from '#ui/status-chip.tsx';
import { obstaclesOf } from '../domain/right-now.ts';
import { MoneyWaits } from './money-waits.tsx';
import { obstacleSentence } from './obstacle-sentence.ts';
import styles from './order-brief.module.css';
import { orderNow } from './right-now.tsx';
import { statusTone } from './status-tone.ts';
import { TimelineRows } from './timeline-rows.tsx';

const ReadMail = lazy(() => import('./read-mail.tsx'));

type Order = OfficeAnswer<'order-open'>;

/** Enough to show what caused the matter and what the shop did about it. */
const LATEST_EVENTS = 4;

/** What somebody needs to know about an order before deciding: its facts, what its customer can do, its last events. */
export default function OrderBrief({ code }: { code: string }) {
  const { text } = useLanguage();
  const query = useOfficeCall('order-open', { code });
  return (
    <QueryState query={query} failed={text('This order did not load')}>
      {(order) => <Loaded order={order} />}
    </QueryState>
  );
}

function Loaded({ order }: { order: Order }) {
  const { text } = useLanguage();
  const { may } = useStaffSession();
  return (
    <>
      <Facts order={order} />
      <RightNow order={order} />
      <LatestEvents code={order.code} />
      <p className={styles.buttons}>
        <ButtonLink kind="secondary" small to={`/orders/${order.code}`}>
          {text('Open {code}', { code: order.code })}
        </ButtonLink>
        {may('orders.as-customer') && (
          <ButtonLink kind="secondary" small to={`/orders/${order.code}/as-customer`}>
            {text('See as customer')}
          </ButtonLink>
        )}
      </p>
    </>
  );
}

function Facts({ order }: { order: Order }) {
  const { text, textNodes, translate } = useLanguage();
  const settings = useShopSettings();
  const money = (amount: number) => formatMoney(amount, settings);
  return (
    <FactList
      layout="beside"
      className={styles.facts}
      facts={[
        {
          label: text('Order'),
          value: (
            <>
              <Link to={`/orders/${order.code}`}>{order.code}</Link>{' '}
              <StatusChip tone={statusTone[order.status]}>{translate(orderStatusNames[order.status])}</StatusChip>
            </>
          ),
        },
        { label: text('Placed'), value: <Moment at={order.created_at} /> },
        // Empty once the person has been erased.
        order.customer_email !== '' && {
          label: text('Customer'),
          value: (
            <>
              {order.customer_name} · <a href={`mailto:${order.customer_email}`}>{order.customer_email}</a>
            </>
          ),
        },
        { label: text('Items'), value: itemCounts(order).join(', ') },
        {
          label: text('Money'),
          value: (
            <>
              {textNodes('{paid} of {total} paid', { paid: <b>{money(order.paid)}</b>, total: money(order.total) })}
              {order.refunded > 0 && <> · {text('{amount} refunded', { amount: money(order.refunded) })}</>}
            </>
          ),
        },
      ]}
    />
  );
}

/** Each item once, such as `2 × Festival Pass`. */
function itemCounts({ items }: Order): string[] {
  const counts = new Map<string, number>();
  for (const { name } of items) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => `${count} × ${name}`);
}

/** What the customer cannot do. What to do about it is up to the matter, whose actions follow. */
function RightNow({ order }: { order: Order }) {
  const language = useLanguage();
  const settings = useShopSettings();
  const found = obstaclesOf(orderNow(order));
  return (
    <div className={styles.now}>
      <h3>{language.text('Right now')}</h3>
      {found.length === 0 ? (
        <p>{language.text('Nothing is blocking the customer.')}</p>
      ) : (
        <PlainList>
          {found.map((one) =>
            one.kind === 'money_waits' ? (
              <li key={`receipt ${one.receipt}`}>
                <MoneyWaits receipt={order.receipts.find(({ id }) => id === one.receipt)!} isInInbox />
              </li>
            ) : (
              <li key={'refund' in one ? one.refund : one.kind}>
                {obstacleSentence(language, one, settings, { now: new Date(), reader: null })}
              </li>
            ),
          )}
        </PlainList>
      )}
    </div>
  );
}

function LatestEvents({ code }: { code: string }) {
  const { text } = useLanguage();
  const query = useOfficeCall('order-timeline', { code });
  const [mail, setMail] = useState<number | null>(null);
  return (
    <div className={styles.events}>
      <h3>{text('Latest events')}</h3>
      <QueryState query={query} failed={text('The timeline did not load')}>
        {({ entries }) => (
          <TimelineRows code={code} entries={entries.slice(0, LATEST_EVENTS)} isDated onRead={setMail} />
        )}
      </QueryState>
      <Suspense>{mail !== null && <ReadMail code={code} mail={mail} onClose={() => setMail(null)} />}</Suspense>
    </div>
  );
}
