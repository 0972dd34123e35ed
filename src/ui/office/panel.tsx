import type { ReactNode } from 'react';
import { useId } from 'react';
import { classNames } from '../class-names.ts';
import styles from './panel.module.css';

export interface PanelProps {
  heading: ReactNode;
  /** Shown next to the heading, such as a count. */
  note?: ReactNode;
  /** Shown at the end of the heading's line. */
  actions?: ReactNode;
  /** Whether only assistive technology gets the heading, because something visible says the same. */
  hidesHeading?: boolean;
  /** Whether the panel has no side padding, for tables. */
  flush?: boolean;
  children: ReactNode;
  className?: string;
}

/** A card of the office, which is a region named by its heading. */
export function Panel({
  heading,
  note,
  actions,
  hidesHeading = false,
  flush = false,
  children,
  className,
}: PanelProps) {
  const id = useId();
  return (
    <section className={classNames(styles.panel, className)} aria-labelledby={id}>
      <header className={hidesHeading ? 'visually-hidden' : styles.head}>
        <h2 id={id}>{heading}</h2>
        {note !== undefined && <span className={styles.note}>{note}</span>}
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      <div className={flush ? styles.flush : styles.body}>{children}</div>
    </section>
  );
}
