import type { ReactNode } from 'react';
import { CloseIcon } from '../icons.tsx';
import { useLanguage } from '../language.ts';
import styles from './selection-bar.module.css';

export interface SelectionBarProps {
  /** How many are chosen, and their sum. */
  children: ReactNode;
  actions: readonly { label: string; onPress: () => void }[];
  onClear: () => void;
}

/** What can be done with the chosen rows of a list; stays at the foot of the page while the list scrolls. */
export function SelectionBar({ children, actions, onClear }: SelectionBarProps) {
  const { text } = useLanguage();
  return (
    <section className={styles.bar} aria-label={text('Chosen')}>
      <p className={styles.words} aria-live="polite">
        {children}
      </p>
      {actions.map(({ label, onPress }) => (
        <button key={label} type="button" className={styles.action} onClick={onPress}>
          {label}
        </button>
      ))}
      <button type="button" className={styles.action} aria-label={text('Choose none')} onClick={onClear}>
        <CloseIcon size={18} />
      </button>
    </section>
  );
}
