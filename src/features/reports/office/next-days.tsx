import type { OfficeAnswer } from '#browser/office-calls.ts';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { formatTravelTime } from '#kernel/dates.ts';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { CapacityBar } from '#ui/office/capacity-bar.tsx';
import { Panel } from '#ui/office/panel.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { ticketsAt } from './tickets-at.ts';
import styles from './today.module.css';

/** Events and departures of the next 14 days, and how full they are. The sold seats of a departure lead to its tickets. */
export function NextDays({ today: { next } }: { today: OfficeAnswer<'today'> }) {
  const { text } = useLanguage();
  const settings = useShopSettings();
  const { may } = useStaffSession();
  if (!next || next.length === 0) return null;
  const number = (value: number) => value.toLocaleString(settings.locale);
  return (
    <Panel heading={text('Next 14 days')} flush className={styles.next}>
      <table className={styles.small}>
        <caption className="visually-hidden">{text('Next 14 days')}</caption>
        <thead>
          <tr>
            <th scope="col">{text('What')}</th>
            <th scope="col">{text('Sold')}</th>
            <th scope="col">{text('Left')}</th>
          </tr>
        </thead>
        <tbody>
          {next.map(({ key, name, at, timezone, sold, held, capacity, item, departure }) => (
            <tr key={key}>
              <td>
                <b>{name}</b>
                {at !== null && <small>{formatTravelTime(at, timezone, settings)}</small>}
              </td>
              <td>
                <SoldSeats to={item !== null && may('orders.see') ? ticketsAt({ item, departure }, 'sold') : null}>
                  {capacity === null
                    ? number(sold)
                    : text('{sold} of {capacity}', { sold: number(sold), capacity: number(capacity) })}
                </SoldSeats>
                {capacity !== null && <CapacityBar sold={sold} held={held} capacity={capacity} />}
              </td>
              <td>
                {capacity === null ? '' : capacity - sold - held > 0 ? number(capacity - sold - held) : text('Full')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

const SoldSeats = ({ to, children }: { to: string | null; children: string }) =>
  to === null ? children : <Link to={to}>{children}</Link>;
