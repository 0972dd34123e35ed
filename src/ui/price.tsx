import type { ReactNode } from 'react';
import { formatMoney } from '#kernel/money.ts';
import { classNames } from './class-names.ts';
import styles from './price.module.css';
import { useShopSettings } from './shop-settings.tsx';

/** `amount` is in minor units. */
export function Money({ amount, className }: { amount: number; className?: string }) {
  return <span className={classNames('tabular', className)}>{formatMoney(amount, useShopSettings())}</span>;
}

export interface PriceProps {
  /** Price plus fee, in minor units: the only amount that is shown. */
  amount: number;
  /** The sentences of `priceNote` and `planNote`. */
  notes?: readonly ReactNode[];
  /** Default: `card`. `page` is for the product page, `row` for lists. */
  size?: 'card' | 'page' | 'row';
  className?: string;
}

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
