import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './data-table.module.css';

export interface Column<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** `end` is for numbers. */
  align?: 'start' | 'end';
  /** The cell's place on phones, where a row is a block of two columns. Default: `align`. */
  phone?: 'start' | 'end' | 'wide';
  /** Whether phones show the column's name before the value. Not needed for chips and names. */
  phoneLabel?: boolean;
}

/** A row with one label across several columns and a number in the last data column. */
interface FigureRow {
  key: string;
  label: ReactNode;
  figure: ReactNode;
}

export interface DataTableProps<Row> {
  caption: ReactNode;
  captionHidden?: boolean;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Rows below the data, such as shipping. */
  extraRows?: readonly FigureRow[];
  /** Shown last and emphasised. */
  totalRow?: Omit<FigureRow, 'key'>;
  /** A last column with one action per row; on phones it has its own line. */
  action?: { header: string; cell: (row: Row) => ReactNode };
  className?: string;
}

/** A table whose rows are blocks below 720 px. Explicit roles replace the implicit ones, which `display` removes. */
export function DataTable<Row>({
  caption,
  captionHidden = false,
  columns,
  rows,
  rowKey,
  extraRows = [],
  totalRow,
  action,
  className,
}: DataTableProps<Row>) {
  const figureRows = totalRow ? [...extraRows, { ...totalRow, key: 'total' }] : extraRows;
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see above.
    <table role="table" className={classNames(styles.table, className)}>
      <caption className={captionHidden ? 'visually-hidden' : styles.caption}>{caption}</caption>
      <thead role="rowgroup" className={styles.head}>
        <tr role="row">
          {columns.map((column) => (
            <th
              key={column.key}
              role="columnheader"
              scope="col"
              className={column.align === 'end' ? styles.end : undefined}
            >
              {column.header}
            </th>
          ))}
          {action && (
            <th role="columnheader" scope="col" className={styles.end}>
              <span className="visually-hidden">{action.header}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={rowKey(row)} role="row" className={styles.row}>
            {columns.map((column, index) => (
              <td
                key={column.key}
                role="cell"
                data-label={column.phoneLabel ? column.header : undefined}
                className={classNames(
                  index === 0 && styles.first,
                  column.align === 'end' && styles.end,
                  styles[`phone-${column.phone ?? column.align ?? 'start'}`],
                )}
              >
                {column.cell(row)}
              </td>
            ))}
            {action && (
              <td role="cell" className={classNames(styles.end, styles.action)}>
                {action.cell(row)}
              </td>
            )}
          </tr>
        ))}
        {figureRows.map((row) => (
          <tr key={row.key} role="row" className={row.key === 'total' ? styles.total : styles.figureRow}>
            <th role="rowheader" scope="row" colSpan={Math.max(1, columns.length - 1)} className={styles.figureLabel}>
              {row.label}
            </th>
            <td role="cell" className={styles.end}>
              {row.figure}
            </td>
            {action && <td role="cell" className={styles.filler} />}
          </tr>
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above.
  );
}
