import { moneyPieces } from '#kernel/money.ts';
import { useShopSettings } from '../shop-settings.tsx';
import styles from './amount.module.css';

/**
 * An amount in a column of a list, in minor units. The column's head names the currency (`AmountHead`); in a row shown
 * as a block, the amount names it.
 */
export function Amount({ amount }: { amount: number }) {
  const pieces = moneyPieces(amount, useShopSettings());
  const first = pieces.findIndex(({ isCurrency }) => isCurrency);
  return pieces.map(({ text, isCurrency }, index) =>
    isCurrency ? (
      <span key={first === index ? 'sign' : index} className={styles.sign}>
        {text}
      </span>
    ) : (
      text
    ),
  );
}

/** The head of a column of amounts, such as "Total (€)". */
export function AmountHead({ name }: { name: string }) {
  const sign = moneyPieces(0, useShopSettings()).find(({ isCurrency, text }) => isCurrency && text.trim() !== '');
  return `${name} (${sign?.text ?? ''})`;
}
