import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './state-message.module.css';

export interface StateMessageProps {
  icon: ReactNode;
  tone?: 'neutral' | 'bad';
  heading: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}

/** Shown in place of content: nothing there yet, nothing matches, failed to load, not allowed. */
export function StateMessage({ icon, tone = 'neutral', heading, children, action }: StateMessageProps) {
  return (
    <div className={styles.state}>
      <span className={classNames(styles.sign, tone === 'bad' && styles.bad)}>{icon}</span>
      <h2>{heading}</h2>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}
