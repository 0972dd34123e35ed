import type { ReactNode } from 'react';
import { Link } from '../link.tsx';
import styles from './figures.module.css';

interface Figure {
  words: string;
  /** The address of the list behind the figure, inside the office. */
  to?: string | undefined;
}

interface FigureRow {
  key: string;
  name: ReactNode;
  /** The figures in the order of the columns; null leaves the cell empty. */
  figures: readonly (Figure | null)[];
}

interface FiguresProps {
  /** The table's caption for assistive technology. */
  caption: string;
  /** Names what the rows are. */
  names: string;
  columns: readonly string[];
  rows: readonly FigureRow[];
  /** The last row, with the sums. */
  total?: FigureRow;
}

/** A table of figures, each of which may lead to its list. In a narrow place a row is a block. */
export function Figures({ caption, names, columns, rows, total }: FiguresProps) {
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: changing `display` on phones removes the implicit roles.
    <div className={styles.box}>
      <table role="table" className={styles.figures}>
        <caption className="visually-hidden">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {[names, ...columns].map((name) => (
              <th key={name} role="columnheader" scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <Row key={row.key} row={row} columns={columns} />
          ))}
        </tbody>
        {total && (
          <tfoot role="rowgroup">
            <Row row={total} columns={columns} />
          </tfoot>
        )}
      </table>
    </div>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above.
  );
}

const Row = ({ row, columns }: { row: FigureRow; columns: readonly string[] }) => (
  // biome-ignore-start lint/a11y/noRedundantRoles: as above.
  <tr role="row">
    <th role="rowheader" scope="row">
      {row.name}
    </th>
    {columns.map((column, index) => {
      const figure = row.figures[index];
      return (
        <td key={column} role="cell">
          {figure && (
            <>
              <span className={styles.column} aria-hidden="true">
                {column}
              </span>
              {figure.to === undefined ? figure.words : <Link to={figure.to}>{figure.words}</Link>}
            </>
          )}
        </td>
      );
    })}
  </tr>
  // biome-ignore-end lint/a11y/noRedundantRoles: as above.
);
