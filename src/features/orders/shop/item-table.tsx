import type { CSSProperties, ReactNode } from 'react';
import { useBundle } from '#browser/session-store.ts';
import { WhenAndWhere } from '#features/catalogue/shop/public.tsx';
import type { Dated } from '#features/occasions/domain/occasion.ts';
import type { Language } from '#kernel/language.ts';
import { FactLine } from '#ui/fact-line.tsx';
import { useLanguage } from '#ui/language.ts';
import { Money } from '#ui/price.tsx';
import type { Status } from '#ui/status.ts';
import { StatusChip } from '#ui/status-chip.tsx';
import type { ItemColumn } from '../domain/item-columns.ts';
import styles from './item-table.module.css';

export interface ItemRow {
  key: string;
  name: string;
  /** Shown below the name. */
  code?: string;
  picture: ReactNode;
  holder?: { full_name: string; email: string; age: string | null };
  dated?: Dated;
  /** Minor units. */
  amount: number;
  refund?: ReactNode;
  status: Status | null;
  /** Shown with the status. */
  notes?: ReactNode;
  actions?: ReactNode;
}

interface ItemTableProps {
  columns: readonly ItemColumn[];
  rows: readonly ItemRow[];
  /** Whether the order is a plan, which can only be refunded as a whole. This changes a heading. */
  isPlan: boolean;
  shipping: { label: string; amount: number } | null;
}

/**
 * An order's items: a table if there is room for one, otherwise a ticket stub for each row. Both use the same markup:
 * separate components would close an open dialog and lose the focus when a phone is rotated, and two components of
 * which one is hidden would duplicate every id. The roles are explicit, because changing `display` removes them.
 */
export function ItemTable({ columns, rows, isPlan, shipping }: ItemTableProps) {
  const language = useLanguage();
  const { text } = language;
  const beforePrice = columns.indexOf('price');
  const widths = {
    '--data-columns': columns.filter((column) => column !== 'actions').length,
    '--columns-before-price': beforePrice,
  } as CSSProperties;
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see above.
    <div className={styles.frame}>
      <table role="table" className={styles.table} style={widths}>
        <caption className="visually-hidden">{text('Order items')}</caption>
        <thead role="rowgroup" className={styles.head}>
          <tr role="row">
            {columns.map((column) => (
              <th key={column} role="columnheader" scope="col" className={styles[column]}>
                <span className={column === 'actions' ? 'visually-hidden' : undefined}>
                  {headerOf(language, column, isPlan)}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className={styles.body}>
          {rows.map((row) => (
            <tr key={row.key} role="row" className={styles.row}>
              {columns.map((column) =>
                column === 'item' ? (
                  <th key={column} role="rowheader" scope="row" className={styles.item}>
                    <ItemCell row={row} />
                  </th>
                ) : (
                  <td key={column} role="cell" className={styles[column]}>
                    <Cell column={column} row={row} />
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
        {shipping && (
          <tfoot role="rowgroup" className={styles.foot}>
            <tr role="row">
              <th role="rowheader" scope="row" colSpan={beforePrice}>
                {shipping.label}
              </th>
              <td role="cell" className={styles.price}>
                <Money amount={shipping.amount} />
              </td>
              {beforePrice < columns.length - 1 && (
                <td role="cell" colSpan={columns.length - 1 - beforePrice} className={styles.filler} />
              )}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above.
  );
}

function headerOf({ text }: Language, column: ItemColumn, isPlan: boolean): string {
  switch (column) {
    case 'item':
      return text('Item');
    case 'holder':
      return text('Ticket holder');
    case 'when':
      return text('Date and place');
    case 'price':
      return text('Price');
    case 'refund':
      return isPlan ? text('Order refund') : text('Refund');
    case 'status':
      return text('Status');
    case 'actions':
      return text('Actions');
  }
}

function ItemCell({ row }: { row: ItemRow }) {
  return (
    <div className={styles.itemParts}>
      <div className={styles.picture}>{row.picture}</div>
      <div className={styles.name}>
        {row.name}
        {row.code && <span className={styles.code}>{row.code}</span>}
      </div>
    </div>
  );
}

function Cell({ column, row }: { column: Exclude<ItemColumn, 'item'>; row: ItemRow }) {
  switch (column) {
    case 'holder':
      return row.holder ? <Holder holder={row.holder} /> : null;
    case 'when':
      return row.dated ? <WhenAndWhere item={row.dated} /> : null;
    case 'price':
      return <Money amount={row.amount} />;
    case 'refund':
      return row.refund ?? null;
    case 'status':
      return (
        <>
          {row.status && <StatusChip tone={row.status.tone}>{row.status.label}</StatusChip>}
          {row.notes && <div className={styles.notes}>{row.notes}</div>}
        </>
      );
    case 'actions':
      return row.actions ? <div className={styles.buttons}>{row.actions}</div> : null;
  }
}

/** Name, email and age, stacked in the table and side by side on a stub. */
function Holder({ holder }: { holder: { full_name: string; email: string; age: string | null } }) {
  const { text } = useLanguage();
  const { config } = useBundle();
  const facts = [holder.full_name, holder.email, holder.age && (config.ageRanges[holder.age] ?? holder.age)];
  if (facts.every((fact) => !fact)) return <span className={styles.lesser}>{text('Holder deleted')}</span>;
  return (
    <FactLine
      facts={facts.map(
        (fact, index) =>
          fact && (
            <span key={fact} className={index > 0 ? styles.lesser : undefined}>
              {fact}
            </span>
          ),
      )}
    />
  );
}
