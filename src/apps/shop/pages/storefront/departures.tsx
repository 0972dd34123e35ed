import { useId } from 'react';
import { useBundle } from '#browser/session-store.ts';
import { departureDays, timeOfDay } from '#features/cart/domain/departure-days.ts';
import { mayChoose, seatNote } from '#features/cart/domain/travel-time-choice.ts';
import { useAddToCart } from '#features/cart/shop/public.tsx';
import { seatsSentence } from '#features/cart/words/travel-time.ts';
import type { ShopItem } from '#features/catalogue/contract.ts';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { PlainList } from '#ui/plain-list.tsx';
import styles from './departures.module.css';
import { useBuying } from './use-buying.ts';

type TravelTime = ShopItem['travel_times'][number];

/** Shows the travel times by day, with the seats left on each. Pressing one opens the dialog with that time chosen. */
export function Departures({ item, headingClass }: { item: ShopItem; headingClass: string | undefined }) {
  const { translate, text } = useLanguage();
  const { config } = useBundle();
  const { add, failure } = useAddToCart();
  const { canBuy } = useBuying(item);
  const id = useId();
  if (item.travel_time_type !== 'selectable' || item.travel_times.length === 0) return null;

  const card = (time: TravelTime, day: string) => {
    const words = (
      <>
        <span className={styles.time}>
          <span className="visually-hidden">{day}, </span>
          {timeOfDay(time, item.timezone, config)}
        </span>{' '}
        <span className={styles.left}>{translate(seatsSentence(seatNote(time, null)))}</span>
      </>
    );
    if (!canBuy || !mayChoose(time, null)) return <div className={styles.card}>{words}</div>;
    return (
      <button
        type="button"
        aria-haspopup="dialog"
        className={styles.card}
        onClick={(event) => add(item, event.currentTarget, time.id)}
      >
        {words}
      </button>
    );
  };

  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={headingClass}>
        {text('Departures')}
      </h2>
      {failure && (
        <Notice tone="bad" small>
          {failure.message}
        </Notice>
      )}
      {departureDays(item.travel_times, item.timezone, config).map(({ day, times }) => (
        <div key={day}>
          <p className={styles.day}>{day}</p>
          <PlainList className={styles.cards}>
            {times.map((time) => (
              <li key={time.id} className={mayChoose(time, null) ? undefined : styles.soldOut}>
                {card(time, day)}
              </li>
            ))}
          </PlainList>
        </div>
      ))}
    </section>
  );
}
