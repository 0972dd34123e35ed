import { useQuery } from '@tanstack/react-query';
import { officeCall } from '#browser/office-api.ts';
import { formatMoney } from '#kernel/money.ts';
import { useLanguage } from '#ui/language.ts';
import { useShopSettings } from '#ui/shop-settings.tsx';
import styles from './statements.module.css';

/** A shorter text would find half the shop. */
const MIN_CHARACTERS = 3;

/** The orders that a name, an email address or an amount finds, newest first. */
export function useFoundOrders(wanted: string) {
  const isLong = wanted.length >= MIN_CHARACTERS;
  const query = useQuery({
    queryKey: ['search', wanted],
    queryFn: ({ signal }) => officeCall('search', { text: wanted }, { signal }),
    enabled: isLong,
  });
  const results = isLong ? (query.data?.results ?? []) : [];
  const orders = new Map(results.flatMap((result) => (result.order === null ? [] : [[result.order, result] as const])));
  return { orders: [...orders.values()], isKnown: !isLong || query.isSuccess };
}

interface FoundOrdersProps {
  orders: ReturnType<typeof useFoundOrders>['orders'];
  onChoose: (order: string) => void;
}

export function FoundOrders({ orders, onChoose }: FoundOrdersProps) {
  const { text } = useLanguage();
  const settings = useShopSettings();
  return (
    <ul className={styles.found} aria-label={text('Orders found')}>
      {orders.map(({ order, customer_name: name, matched, amount }) => (
        <li key={order}>
          <button type="button" onClick={() => onChoose(order!)}>
            <span>
              {text('{code} · {name}', { code: order!, name })}
              {matched !== order && matched !== name && <small>{matched}</small>}
            </span>
            <span className="tabular">{formatMoney(amount, settings)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
