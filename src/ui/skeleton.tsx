import { classNames } from './class-names.ts';
import styles from './skeleton.module.css';

/** Appears after a moment in place of loading content. It is decorative: give its container `aria-busy`. */
export function Skeleton({ shape = 'line', className }: { shape?: 'line' | 'title' | 'block'; className?: string }) {
  return <span className={classNames(styles.skeleton, styles[shape], className)} aria-hidden="true" />;
}
