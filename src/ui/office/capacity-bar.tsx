import { classNames } from '../class-names.ts';
import styles from './capacity-bar.module.css';

/** Shows how full something is, next to the numbers. The hatched part is in carts and unpaid orders. */
export function CapacityBar({ sold, held, capacity }: { sold: number; held: number; capacity: number }) {
  const share = (value: number) => `${capacity === 0 ? 100 : Math.min(100, (100 * value) / capacity)}%`;
  return (
    <span className={classNames(styles.bar, sold >= capacity && styles.full)} aria-hidden="true">
      <i style={{ insetInlineStart: 0, width: share(sold) }} />
      <i className={styles.held} style={{ insetInlineStart: share(sold), width: share(held) }} />
    </span>
  );
}
