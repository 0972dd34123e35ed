import { useId, useState } from 'react';
import { classNames } from '../class-names.ts';
import { ChevronIcon, CloseIcon } from '../icons.tsx';
import { useLanguage } from '../language.ts';
import { useShopSettings } from '../shop-settings.tsx';
import { KeyHint } from './key-hints.tsx';
import styles from './selection-bar.module.css';

interface SelectionBarProps {
  /** How many selected rows the list shows. Without any there is no bar. */
  count: number;
  /** An addition such as the sum of the selected rows. */
  note?: string;
  /** For lists that can select everything matching the filter, including rows that are not loaded. */
  all?: { isSelected: boolean; matching: { count: number; has_more: boolean }; onSelect: () => void };
  /** `letter` presses the action inside a `KeyArea`. */
  actions: readonly { label: string; letter?: string; onPress: () => void }[];
  onClear: () => void;
}

/**
 * Shows what can be done with the selected rows. It stays at the bottom of the page while the list scrolls. On phones a
 * button opens the actions, and the bar does not cover the column of the boxes.
 */
export function SelectionBar({ count, note, all, actions, onClear }: SelectionBarProps) {
  const { text, countText } = useLanguage();
  const { locale } = useShopSettings();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  if (count === 0) return null;
  const matching = all && `${all.matching.count.toLocaleString(locale)}${all.matching.has_more ? '+' : ''}`;
  const isAll = all?.isSelected ?? false;
  return (
    <section className={styles.bar} aria-label={text('Selected')}>
      <p className={styles.words} aria-live="polite">
        <b>
          {isAll
            ? text('All {count} that match are selected', { count: matching ?? '' })
            : countText(count, { one: '{count} selected', other: '{count} selected' })}
        </b>
        {!isAll && note && <span>{note}</span>}
      </p>
      <button
        type="button"
        className={classNames(styles.action, styles.opener)}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {text('Actions')}
        <ChevronIcon size={16} />
      </button>
      <div id={id} className={classNames(styles.actions, isOpen && styles.open)}>
        {all && !isAll && all.matching.count > count && (
          <button type="button" className={styles.action} onClick={all.onSelect}>
            {text('Select all {count} that match', { count: matching ?? '' })}
          </button>
        )}
        {actions.map(({ label, letter, onPress }) => (
          <button key={label} type="button" className={styles.action} onClick={onPress}>
            {label}
            {letter && <KeyHint letter={letter} />}
          </button>
        ))}
      </div>
      <button type="button" className={styles.action} aria-label={text('Clear selection')} onClick={onClear}>
        <CloseIcon size={18} />
      </button>
    </section>
  );
}
