import type { OfficeAnswer } from '#browser/office-calls.ts';
import { usePageTitle } from '#browser/page-title.ts';
import { useOfficeCall } from '#browser/use-office-call.ts';
import { orderStatusNames } from '#features/orders/words/staff/status-names.ts';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { OrdersIcon } from '#ui/office/icons.tsx';
import { Moment } from '#ui/office/moment.tsx';
import { StateMessage } from '#ui/office/state-message.tsx';
import { PlainList } from '#ui/plain-list.tsx';
import { StatusChip } from '#ui/status-chip.tsx';
import { statusTone } from './status-tone.ts';
import styles from './unknown-order.module.css';

type Result = OfficeAnswer<'search'>['results'][number];

/** Shows that no order has this code, and lists similar orders. */
export function UnknownOrder({ code }: { code: string }) {
  const { text } = useLanguage();
  const { shopName } = useStaffSession();
  usePageTitle(text('Unknown order'), shopName);
  const found = useOfficeCall('search', { text: code });
  const orders = (found.data?.results ?? []).filter((result): result is Result & { order: string } => !!result.order);
  return (
    <>
      <StateMessage isPage icon={<OrdersIcon />} heading={text('There is no order {code}', { code })}>
        {found.isSuccess &&
          (orders.length > 0 ? text('Did you mean one of these?') : text('No order has a similar code either.'))}
      </StateMessage>
      <div className={styles.ways}>
        {orders.length > 0 && (
          <PlainList className={styles.found} label={text('Similar orders')}>
            {orders.map((result) => (
              <SimilarOrder key={result.order} result={result} />
            ))}
          </PlainList>
        )}
        <ButtonLink kind="secondary" small to={`/orders?view=all&q=${encodeURIComponent(code)}`}>
          {text('Search the orders for it')}
        </ButtonLink>
      </div>
    </>
  );
}

function SimilarOrder({ result: { order, customer_name: name, status, at } }: { result: Result & { order: string } }) {
  const { translate } = useLanguage();
  return (
    <li>
      <Link to={`/orders/${order}`}>{order}</Link> {name} <Moment at={at} />{' '}
      {status && <StatusChip tone={statusTone[status]}>{translate(orderStatusNames[status])}</StatusChip>}
    </li>
  );
}
