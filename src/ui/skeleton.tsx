import { classNames } from './class-names.ts';
import styles from './skeleton.module.css';

/** A sunken block in the shape of what will come; it appears only after a moment. Decoration: give its container `aria-busy`. */
export function Skeleton({ shape = 'line', className }: { shape?: 'line' | 'title' | 'block'; className?: string }) {
  return <span className={classNames(styles.skeleton, styles[shape], className)} aria-hidden="true" />;
}
