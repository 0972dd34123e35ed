import { createContext, type MouseEvent, type ReactNode, useContext } from 'react';
import { useNavigate } from 'react-router';
import { classNames } from '../class-names.ts';
import { Link } from '../link.tsx';
import { ChoiceBox } from './choice-box.tsx';
import { SortIcon } from './icons.tsx';
import styles from './list.module.css';

interface ListColumn<Row> {
  key: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** `end` is for numbers. */
  align?: 'start' | 'end';
  /**
   * How the cell fits on one line. `whole`: never cut off. `name`: cut off if it is very long. `rest`: takes the width
   * that the other cells leave, and is cut off where that ends.
   */
  fits?: 'whole' | 'name' | 'rest';
  /**
   * The cell's place in a row shown as a block: `aside` below its number, `line` on separate lines. With `under`, only
   * its small texts, which may be long, are below all others.
   */
  inBlock?: 'aside' | 'line' | 'under';
  /** Whether phones leave the column out. */
  wideOnly?: boolean;
}

export interface ListChoice<Row> {
  isChosen: (row: Row) => boolean;
  /** `isRange`: the choice applies to all rows from the last chosen one to this one. */
  choose: (row: Row, chosen: boolean, isRange: boolean) => void;
  chooseShown: (chosen: boolean) => void;
  /** Labels a row's box; `labelOfShown` labels the box for all rows. */
  label: (row: Row) => string;
  labelOfShown: string;
}

export interface ListProps<Row> {
  /** The list's caption for assistive technology. */
  caption: string;
  columns: readonly ListColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Returns the row's address, to which its first cell links. Undefined for a row that leads nowhere. */
  href?: (row: Row) => string | undefined;
  isCurrent?: (row: Row) => boolean;
  /** If the rows can be chosen, each has a box before its first cell. */
  choice?: ListChoice<Row>;
  /** Whether the list has so few columns that it stays a table on a narrow screen. */
  hasFewColumns?: boolean;
}

/** The keys of columns that the lists below leave out. */
export const HiddenColumns = createContext<readonly string[]>([]);

interface Sorting {
  /** The key of the column by which the rows are sorted. */
  column: string;
  isDescending: boolean;
  /** The columns by which they can be sorted. */
  columns: readonly string[];
  press: (column: string) => void;
}

/** How the lists below are sorted. Null for lists with one order. */
export const ListSorting = createContext<Sorting | null>(null);

const classOf = <Row,>({ align, fits, inBlock, wideOnly }: ListColumn<Row>) =>
  classNames(align === 'end' && styles.end, fits && styles[fits], inBlock && styles[inBlock], wideOnly && styles.wide);

/**
 * A list of the office: a real table whose rows lead somewhere. Pressing anywhere in a row follows its link, unless
 * text is being selected. In a narrow place a row is a block.
 */
export function List<Row>({
  caption,
  columns: all,
  rows,
  rowKey,
  href,
  isCurrent = () => false,
  choice,
  hasFewColumns,
}: ListProps<Row>) {
  const navigate = useNavigate();
  const hidden = useContext(HiddenColumns);
  const sorting = useContext(ListSorting);
  const columns = all.filter(({ key }) => !hidden.includes(key));
  const follow = (event: MouseEvent, address: string) => {
    const isElsewhere = !(event.target as Element).closest('a, button, input, label, summary');
    if (!isElsewhere || window.getSelection()?.isCollapsed === false) return;
    if (event.metaKey || event.ctrlKey) window.open(`/office${address}`, '_blank', 'noopener');
    else navigate(address);
  };
  // Without rows there is no table, not even for assistive technology.
  if (rows.length === 0) return null;
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: changing `display` on phones removes the implicit roles.
    <div className={classNames(styles.box, hasFewColumns && styles.few)}>
      <table role="table" className={styles.list}>
        <caption className="visually-hidden">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {choice && (
              <th role="columnheader" scope="col" className={styles.choice}>
                <ChoiceBox
                  label={choice.labelOfShown}
                  checked={rows.length > 0 && rows.every(choice.isChosen)}
                  isPart={rows.some(choice.isChosen) && !rows.every(choice.isChosen)}
                  onChange={choice.chooseShown}
                />
              </th>
            )}
            {columns.map((column) => {
              const isSortable = sorting?.columns.includes(column.key) ?? false;
              const isSorted = sorting?.column === column.key;
              const direction = !isSorted ? 'none' : sorting.isDescending ? 'descending' : 'ascending';
              return (
                <th
                  key={column.key}
                  role="columnheader"
                  scope="col"
                  className={classOf(column)}
                  aria-sort={isSortable ? direction : undefined}
                >
                  {isSortable ? (
                    <button
                      type="button"
                      className={classNames(styles.sort, 'prints')}
                      onClick={() => sorting?.press(column.key)}
                    >
                      {column.header}
                      <SortIcon direction={direction} />
                    </button>
                  ) : (
                    column.header
                  )}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => {
            const address = href?.(row);
            return (
              <tr
                key={rowKey(row)}
                role="row"
                className={classNames(
                  address && styles.linked,
                  choice?.isChosen(row) && styles.chosen,
                  isCurrent(row) && styles.current,
                )}
                onClick={address === undefined ? undefined : (event) => follow(event, address)}
              >
                {choice && (
                  <td role="cell" className={styles.choice}>
                    <ChoiceBox
                      label={choice.label(row)}
                      checked={choice.isChosen(row)}
                      onChange={(chosen, isRange) => choice.choose(row, chosen, isRange)}
                    />
                  </td>
                )}
                {columns.map((column, index) => (
                  <td key={column.key} role="cell" className={classOf(column)}>
                    {index === 0 && address !== undefined ? (
                      <Link to={address} className={styles.first} aria-current={isCurrent(row) ? 'true' : undefined}>
                        {column.cell(row)}
                      </Link>
                    ) : (
                      column.cell(row)
                    )}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above.
  );
}
