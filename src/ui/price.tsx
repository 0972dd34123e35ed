import type { ReactNode } from 'react';
import { formatMoney } from '#kernel/money.ts';
import { classNames } from './class-names.ts';
import styles from './price.module.css';
import { useShopSettings } from './shop-settings.tsx';

/** An amount in minor units in the shop's currency, in tabular figures, in the type around it. */
export function Money({ amount, className }: { amount: number; className?: string }) {
  return <span className={classNames('tabular', className)}>{formatMoney(amount, useShopSettings())}</span>;
}

export interface PriceProps {
  /** Price plus fee, in minor units: the one figure that is shown everywhere. */
  amount: number;
  /** Lines under the figure: the exact sentences of `priceNote` and `planNote`. */
  notes?: readonly ReactNode[];
  /** `card` unless told; `page` on the product page; `row` in lists, at the end of its row. */
  size?: 'card' | 'page' | 'row';
  className?: string;
}

/** A figure in the display face with its notes under it. */
export function Price({ amount, notes = [], size = 'card', className }: PriceProps) {
  return (
    <div className={classNames(styles.price, className)}>
      <p className={styles[size]}>
        <Money amount={amount} />
      </p>
      {notes.filter(Boolean).map((note) => (
        <p key={String(note)} className={styles.note}>
          {note}
        </p>
      ))}
    </div>
  );
}
