import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './empty-state.module.css';
import { TicketIcon } from './icons.tsx';
import { WavePattern } from './wave-pattern.tsx';

export interface EmptyStateProps {
  /** One sentence. */
  children: ReactNode;
  /** One button or link. */
  action?: ReactNode;
  /** Default: a ticket. */
  picture?: ReactNode;
  /** Determines the shape of the waves. */
  seed?: string;
  className?: string;
}

export function EmptyState({ children, action, picture, seed = 'empty', className }: EmptyStateProps) {
  return (
    <div className={classNames(styles.empty, className)}>
      <div className={styles.picture}>
        <WavePattern seed={seed} width={240} height={160} className={styles.waves} />
        <span className={styles.sign}>{picture ?? <TicketIcon size={44} />}</span>
      </div>
      <div className={styles.sentence}>{children}</div>
      {action}
    </div>
  );
}
