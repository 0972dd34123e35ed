import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './state-message.module.css';

export interface StateMessageProps {
  icon: ReactNode;
  tone?: 'neutral' | 'bad';
  heading: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  /** True if the page has no other content, so that this heading is the page's. */
  isPage?: boolean;
}

/** Replaces content that is missing: nothing there yet, nothing matches, failed to load, not allowed. */
export function StateMessage({ icon, tone = 'neutral', heading, children, action, isPage }: StateMessageProps) {
  return (
    <div className={styles.state}>
      <span className={classNames(styles.sign, tone === 'bad' && styles.bad)}>{icon}</span>
      {isPage ? <h1 tabIndex={-1}>{heading}</h1> : <h2>{heading}</h2>}
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}
