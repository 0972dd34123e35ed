import { Suspense, useState } from 'react';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { isIssued, takesPayments } from '#features/orders/domain/order-status.ts';
import { orderStatusNames } from '#features/orders/words/staff/status-names.ts';
import { CreateRefund } from '#features/refunds/office/public.tsx';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { ChangeTicket } from '#features/tickets/office/public.tsx';
import { itemStatusNames } from '#features/tickets/words/staff/status-names.ts';
import { formatTravelTime } from '#kernel/dates.ts';
import { formatMoney } from '#kernel/money.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { ChoiceBox } from '#ui/office/choice-box.tsx';
import { useDialogAtLoad } from '#ui/office/dialog-address.ts';
import { Panel } from '#ui/office/panel.tsx';
import { PlainList } from '#ui/plain-list.tsx';
import { Money } from '#ui/price.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { StatusChip } from '#ui/status-chip.tsx';
import styles from './order-items.module.css';
import { itemTone, statusTone } from './status-tone.ts';

type Order = OfficeAnswer<'order-open'>;
type Item = Order['items'][number];
interface Change {
  positions: readonly number[];
  what: 'holder' | 'time';
}

const isChangeable = ({ line, status }: Item) => line !== null && status === 'active';

/** The items of an order and their holders. Selected items can be refunded or changed together. */
export function OrderItems({ order }: { order: Order }) {
  const { text } = useLanguage();
  const { may } = useStaffSession();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const mayRefund = may('refunds.ask') && isIssued(order.status) && order.items.some(isChangeable);
  const mayServe = may('orders.serve');
  const positions = order.items.flatMap(({ position, status }) =>
    mayServe && position !== null && status === 'active' ? [position] : [],
  );
  const atLoad = useDialogAtLoad([
    ...(mayRefund ? ['refund'] : []),
    ...positions.flatMap((position) => [`holder.${position}`, `time.${position}`]),
  ]);
  const [what, position] = atLoad?.split('.') ?? [];
  const [changing, setChanging] = useState<Change | null>(
    what === 'holder' || what === 'time' ? { what, positions: [Number(position)] } : null,
  );
  const [refunding, setRefunding] = useState<readonly number[] | null>(what === 'refund' ? [] : null);
  // Somebody else may have refunded a selected item in the meantime.
  const chosen = order.items.filter((item) => selected.has(item.key) && isChangeable(item));
  const select = (key: string, isSelected: boolean) => {
    const next = new Set(chosen.map((item) => item.key));
    if (isSelected) next.add(key);
    else next.delete(key);
    setSelected(next);
  };
  return (
    <Panel heading={text('Items')} note={order.items.length} flush>
      <ul className={styles.items}>
        {order.items.map((item) => (
          <Row
            key={item.key}
            item={item}
            isDisputed={order.is_disputed}
            isSelected={chosen.includes(item)}
            onSelect={
              (mayRefund || mayServe) && isChangeable(item) ? (isSelected) => select(item.key, isSelected) : undefined
            }
            onChange={mayServe && !takesPayments(order.status) ? setChanging : undefined}
          />
        ))}
      </ul>
      <Sums order={order} />
      <ItemActions
        chosen={chosen}
        onRefund={mayRefund ? setRefunding : undefined}
        onChange={mayServe ? setChanging : undefined}
      />
      <OtherOrders order={order} />
      <Suspense>
        {changing && (
          <ChangeTicket order={order.code} items={order.items} {...changing} onClose={() => setChanging(null)} />
        )}
        {refunding && <CreateRefund code={order.code} lines={refunding} onClose={() => setRefunding(null)} />}
      </Suspense>
    </Panel>
  );
}

interface RowProps {
  item: Item;
  isDisputed: boolean;
  isSelected: boolean;
  onSelect: ((isSelected: boolean) => void) | undefined;
  onChange: ((change: Change) => void) | undefined;
}

function Row({ item, isDisputed, isSelected, onSelect, onChange }: RowProps) {
  const { text, translate } = useLanguage();
  const settings = useShopSettings();
  const {
    name,
    full_name: holder,
    email,
    age,
    travel_time: departs,
    position,
    status,
    amount,
    is_pending: isPending,
  } = item;
  const about = [age, email].filter(Boolean).join(' · ');
  return (
    <li className={classNames(styles.item, isSelected && styles.selected)}>
      {onSelect && (
        <ChoiceBox
          label={text('Select {name}', { name: holder === '' ? name : `${holder}, ${name}` })}
          checked={isSelected}
          onChange={onSelect}
        />
      )}
      <div className={styles.what}>
        <b>{holder === '' ? name : holder}</b>
        {about !== '' && <small>{about}</small>}
        {holder !== '' && <small>{name}</small>}
        {departs && <small>{formatTravelTime(departs, settings.timezone, settings)}</small>}
        {position !== null && status === 'active' && onChange && (
          <span className={styles.changes}>
            <Button kind="text" small onClick={() => onChange({ positions: [position], what: 'holder' })}>
              {text('Change holder')}
            </Button>
            {departs && (
              <Button kind="text" small onClick={() => onChange({ positions: [position], what: 'time' })}>
                {text('Change time')}
              </Button>
            )}
          </span>
        )}
      </div>
      <div className={styles.end}>
        <StatusChip tone={isPending ? 'warn' : status === null ? 'neutral' : itemTone[status]}>
          {isPending
            ? isDisputed
              ? text('Not valid while disputed')
              : text('Not valid until paid')
            : status === null
              ? text('Not issued')
              : translate(itemStatusNames[status])}
        </StatusChip>
        <b>
          <Money amount={amount} />
        </b>
      </div>
    </li>
  );
}

function Sums({ order }: { order: Order }) {
  const { text } = useLanguage();
  return (
    <p className={styles.sums}>
      {order.shipping > 0 && (
        <span>
          {text('Shipping')} <Money amount={order.shipping} />
        </span>
      )}
      {order.discount > 0 && (
        <span>
          {text('Discount')} <Money amount={-order.discount} />
        </span>
      )}
      <strong>
        {text('Total')} <Money amount={order.total} />
      </strong>
    </p>
  );
}

interface ItemActionsProps {
  chosen: readonly Item[];
  onRefund: ((lines: readonly number[]) => void) | undefined;
  onChange: ((change: Change) => void) | undefined;
}

/** The actions for the selected items. A refund needs no selection, because its dialog offers the items. */
function ItemActions({ chosen, onRefund, onChange }: ItemActionsProps) {
  const { text } = useLanguage();
  const settings = useShopSettings();
  const positions = chosen.flatMap(({ position }) => position ?? []);
  const allTravel = chosen.length > 1 && chosen.every(({ travel_time: departs }) => departs !== null);
  if (!onRefund && chosen.length === 0) return null;
  return (
    <div className={styles.actions}>
      <p aria-live="polite">
        {chosen.length > 0 && (
          <b>
            {text('{count} selected, {sum}', {
              count: chosen.length,
              sum: formatMoney(
                chosen.reduce((sum, { amount }) => sum + amount, 0),
                settings,
              ),
            })}
          </b>
        )}
      </p>
      {onChange && allTravel && (
        <Button kind="secondary" small onClick={() => onChange({ positions, what: 'time' })}>
          {text('Change times together…')}
        </Button>
      )}
      {onRefund && (
        <Button kind="secondary" small onClick={() => onRefund(chosen.flatMap(({ line }) => line ?? []))}>
          {text('Refund…')}
        </Button>
      )}
    </div>
  );
}

function OtherOrders({ order }: { order: Order }) {
  const { text, translate } = useLanguage();
  if (order.others.length === 0) return null;
  return (
    <div className={styles.others}>
      <h3>{text('Other orders of this customer')}</h3>
      <PlainList>
        {order.others.map(({ code, status, items }) => (
          <li key={code}>
            <Link to={`/orders/${code}`}>{code}</Link>
            <span className={styles.bought}>{items.map(({ name, count }) => `${count} × ${name}`).join(', ')}</span>
            <StatusChip tone={statusTone[status]}>{translate(orderStatusNames[status])}</StatusChip>
          </li>
        ))}
      </PlainList>
      {order.has_more_others && (
        <p>
          <Link to={`/orders?customer=${order.customer}`}>{text('All orders')}</Link>
        </p>
      )}
    </div>
  );
}
