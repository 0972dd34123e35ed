import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { useShopSettings } from '#ui/shop-settings.tsx';
import styles from './choice-bar.module.css';

interface ChoiceBarProps {
  choice: { keys: readonly string[]; isAll: boolean; chooseAll: () => void; clear: () => void };
  /** That match the filter. */
  matching: { count: number; is_more: boolean };
  /** Such as the sum of those that are chosen. */
  note?: string | null;
  /** What can be done with them. */
  children: ReactNode;
}

/** At the foot of a list, as long as something is chosen. */
export function ChoiceBar({ choice: { keys, isAll, chooseAll, clear }, matching, note, children }: ChoiceBarProps) {
  const { text, countText } = useLanguage();
  const { locale } = useShopSettings();
  if (keys.length === 0) return null;
  const all = `${matching.count.toLocaleString(locale)}${matching.is_more ? '+' : ''}`;
  return (
    <section className={styles.bar} aria-label={text('Selected')}>
      <p className={styles.words} aria-live="polite">
        <b>
          {isAll
            ? text('All {count} that match are selected', { count: all })
            : countText(keys.length, { one: '{count} selected', other: '{count} selected' })}
        </b>
        {!isAll && note && <span>{note}</span>}
      </p>
      <div className={styles.buttons}>
        {!isAll && matching.count > keys.length && (
          <Button kind="text" small onClick={chooseAll}>
            {text('Select all {count} that match', { count: all })}
          </Button>
        )}
        {children}
        <Button kind="text" small onClick={clear}>
          {text('Clear selection')}
        </Button>
      </div>
    </section>
  );
}
