import { useBundle } from '#browser/session-store.ts';
import type { ShopItem } from '#features/catalogue/contract.ts';
import { formatTravelTime } from '#kernel/dates.ts';
import type { Language } from '#kernel/language.ts';
import { useLanguage } from '#ui/language.ts';
import { PlainList } from '#ui/plain-list.tsx';
import styles from './product-page.module.css';

export function Departures({ item }: { item: ShopItem }) {
  const language = useLanguage();
  const { text } = language;
  const { config } = useBundle();
  if (item.travel_time_type !== 'selectable' || item.travel_times.length === 0) return null;
  return (
    <section aria-labelledby="departures">
      <h2 id="departures" className={styles.heading}>
        {text('Departures')}
      </h2>
      <PlainList className={styles.departures}>
        {item.travel_times.map((time) => (
          <li key={time.id} className={time.remaining === 0 ? styles.soldOut : undefined}>
            <span>{formatTravelTime(time.travel_time, item.timezone, config)}</span>
            <span className={styles.left}>{seatsLeft(language, time.remaining)}</span>
          </li>
        ))}
      </PlainList>
    </section>
  );
}

function seatsLeft({ countText, text }: Language, remaining: number | null): string {
  if (remaining === null) return text('Seats available');
  if (remaining === 0) return text('Sold out');
  return countText(remaining, { one: '{count} seat left', other: '{count} seats left' });
}
