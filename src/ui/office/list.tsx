import type { MouseEvent, ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { classNames } from '../class-names.ts';
import { Link } from '../link.tsx';
import styles from './list.module.css';

interface ListColumn<Row> {
  key: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** `end` is for numbers. */
  align?: 'start' | 'end';
  /** Left out on phones. */
  wideOnly?: boolean;
}

export interface ListProps<Row> {
  /** For assistive technology. */
  caption: string;
  columns: readonly ListColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** The row's address; its first cell is the link. */
  href?: (row: Row) => string;
  isCurrent?: (row: Row) => boolean;
}

/**
 * A list of the office: a real table whose rows lead somewhere. Pressing anywhere in a row follows its link, unless
 * text is being selected. Below 720 px a row is a block.
 */
export function List<Row>({ caption, columns, rows, rowKey, href, isCurrent = () => false }: ListProps<Row>) {
  const navigate = useNavigate();
  const follow = (event: MouseEvent, address: string) => {
    const isElsewhere = !(event.target as Element).closest('a, button, input, label, summary');
    if (!isElsewhere || window.getSelection()?.isCollapsed === false) return;
    if (event.metaKey || event.ctrlKey) window.open(`/office${address}`, '_blank', 'noopener');
    else navigate(address);
  };
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: changing `display` on phones removes the implicit roles.
    <table role="table" className={styles.list}>
      <caption className="visually-hidden">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ key, header, align, wideOnly }) => (
            <th
              key={key}
              role="columnheader"
              scope="col"
              className={classNames(align === 'end' && styles.end, wideOnly && styles.wide)}
            >
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => {
          const address = href?.(row);
          return (
            <tr
              key={rowKey(row)}
              role="row"
              className={classNames(address && styles.linked, isCurrent(row) && styles.current)}
              onClick={address === undefined ? undefined : (event) => follow(event, address)}
            >
              {columns.map(({ key, cell, align, wideOnly }, index) => (
                <td
                  key={key}
                  role="cell"
                  className={classNames(align === 'end' && styles.end, wideOnly && styles.wide)}
                >
                  {index === 0 && address !== undefined ? (
                    <Link to={address} className={styles.first} aria-current={isCurrent(row) ? 'true' : undefined}>
                      {cell(row)}
                    </Link>
                  ) : (
                    cell(row)
                  )}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above.
  );
}
