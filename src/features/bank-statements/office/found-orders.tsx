import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useMemo } from 'react';
import { officeCall } from '#browser/office-api.ts';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { statusTone } from '#features/desk/office/public.tsx';
import { orderStatusNames } from '#features/orders/words/staff/status-names.ts';
import { formatDay } from '#kernel/dates.ts';
import { formatMoney } from '#kernel/money.ts';
import { useLanguage } from '#ui/language.ts';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { StatusChip } from '#ui/status-chip.tsx';
import { likeliestFirst } from '../domain/order-hits.ts';
import styles from './statements.module.css';

type Hit = OfficeAnswer<'search'>['results'][number] & { order: string; outstanding: number };

/** Shorter texts are in too many orders. */
const MIN_CHARACTERS = 3;

export const isLongEnough = (wanted: string): boolean => wanted.length >= MIN_CHARACTERS;

export const ordersSearch = (wanted: string) => ({
  queryKey: ['search', wanted],
  queryFn: ({ signal }: { signal: AbortSignal }) => officeCall('search', { text: wanted }, { signal }),
});

/** Returns the orders among the results, each once, likeliest first for a line with this amount. */
export function ordersIn({ results }: Pick<OfficeAnswer<'search'>, 'results'>, amount: number | null): Hit[] {
  const orders = new Map<string, Hit>();
  for (const result of results) {
    const { order, outstanding } = result;
    if (order !== null && outstanding !== null && !orders.has(order))
      orders.set(order, { ...result, order, outstanding });
  }
  return likeliestFirst([...orders.values()], amount);
}

/** The orders that a name, an email address or an amount finds. */
export function useFoundOrders(wanted: string, amount: number | null) {
  const isLong = isLongEnough(wanted);
  const query = useQuery({ ...ordersSearch(wanted), enabled: isLong });
  const answer = isLong ? query.data : undefined;
  const orders = useMemo(() => (answer ? ordersIn(answer, amount) : []), [answer, amount]);
  return { orders, isKnown: !isLong || query.isSuccess };
}

interface FoundOrdersProps {
  orders: readonly Hit[];
  onChoose: (order: string) => void;
  ref: RefObject<HTMLUListElement | null>;
  /** Called when the arrow keys leave the list at its beginning. */
  onLeave: () => void;
}

/** The arrow keys move between the orders, and Enter chooses one. */
export function FoundOrders({ orders, onChoose, ref, onLeave }: FoundOrdersProps) {
  const { text, translate } = useLanguage();
  const settings = useShopSettings();
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const all = [...event.currentTarget.querySelectorAll('button')];
    const next = all.findIndex((button) => button.matches(':focus')) + step;
    if (next < 0) onLeave();
    else all[next]?.focus();
  };
  return (
    <ul ref={ref} className={styles.found} aria-label={text('Orders found')} onKeyDown={onKeyDown}>
      {orders.map(({ order, customer_name: name, matched, status, outstanding, at }) => (
        <li key={order}>
          <button type="button" onClick={() => onChoose(order)}>
            <span>
              {text('{code} · {name}', { code: order, name })}
              <small>
                {[matched !== order && matched !== name && matched, formatDay(at, settings)]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </span>
            <span className={styles.state}>
              {status && <StatusChip tone={statusTone[status]}>{translate(orderStatusNames[status])}</StatusChip>}
              <small>
                {outstanding > 0
                  ? text('{open} is outstanding', { open: formatMoney(outstanding, settings) })
                  : text('Nothing is outstanding')}
              </small>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
