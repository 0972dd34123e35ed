import type { ReactNode } from 'react';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { PlainList } from '#ui/plain-list.tsx';
import styles from './bulk-rows.module.css';

export interface BulkRow {
  key: string | number;
  /** The order's code; null if the row is about none. */
  order: string | null;
  /** What identifies it besides the order, such as the buyer or the subject. */
  name: string;
  /** Who gets the email. */
  to: string;
  /** Why it is left out. */
  why?: string | undefined;
}

interface BulkRowsProps {
  /** The summary, with the number of rows. */
  heading: ReactNode;
  rows: readonly BulkRow[];
  /** The number of rows that are not listed. */
  more: number;
  isOpen?: boolean;
}

/** A list of what a bulk action includes or leaves out, which opens on request. Its links open new tabs. */
export function BulkRows({ heading, rows, more, isOpen }: BulkRowsProps) {
  const { text } = useLanguage();
  if (rows.length === 0) return null;
  return (
    <details className={styles.rows} open={isOpen}>
      <summary>{heading}</summary>
      <PlainList>
        {rows.map(({ key, order, name, to, why }) => (
          <li key={key}>
            <span>
              {order !== null && (
                <Link to={`/orders/${order}`} target="_blank">
                  {order}
                  <span className="visually-hidden"> {text('(opens in a new tab)')}</span>
                </Link>
              )}{' '}
              {name}
            </span>
            <span>{to}</span>
            {why && <small>{why}</small>}
          </li>
        ))}
        {more > 0 && <li>{text('and {count} more', { count: more })}</li>}
      </PlainList>
    </details>
  );
}
