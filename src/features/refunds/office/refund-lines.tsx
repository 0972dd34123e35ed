import type { OfficeAnswer } from '#browser/office-calls.ts';
import { amountIn } from '#features/shop-config/domain/typed-amount.ts';
import { sum } from '#kernel/money.ts';
import { Button } from '#ui/button.tsx';
import box from '#ui/checkbox.module.css';
import { classNames } from '#ui/class-names.ts';
import { FieldError } from '#ui/form-field.tsx';
import { useLanguage } from '#ui/language.ts';
import { AmountHead } from '#ui/office/amount.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { shareOut } from '../domain/kept-money.ts';
import styles from './refund-lines.module.css';

type Item = OfficeAnswer<'refund-to-create'>['items'][number];

interface RefundLinesProps {
  id: string;
  error: string | undefined;
  items: readonly Item[];
  /** Ids of the selected order lines. */
  chosen: readonly number[];
  fees: 'kept' | 'returned';
  /** The most to refund, in minor units. If the lines come to more, this amount is spread over them. */
  limit: number;
  onChoose: (lines: readonly number[]) => void;
}

/**
 * The items of an order to choose from: what was paid for each, what is kept of it, and what is refunded. If less is
 * refunded than could be, a column shows the rest, which is not a fee.
 */
export function RefundLines({ id, error, items, chosen, fees, limit, onChoose }: RefundLinesProps) {
  const { text } = useLanguage();
  const settings = useShopSettings();
  const money = (amount: number) => amountIn(amount, settings);
  const stillOrdered = items.filter((item) => item.is_left);
  const taken = stillOrdered.filter(({ line }) => chosen.includes(line));
  const shares = new Map(shareOut(taken, { fees, limit }).map((share, index) => [taken[index]!.line, share]));
  const all = [...shares.values()];
  const notRefunded = sum(all.map(({ kept }) => kept.notRefunded));
  const withRest = <One,>(cells: { paid: One; fee: One; rest: One; back: One }): One[] =>
    notRefunded > 0 ? [cells.paid, cells.fee, cells.rest, cells.back] : [cells.paid, cells.fee, cells.back];
  const heads = withRest({
    paid: text('Paid'),
    fee: text('Fee kept'),
    rest: text('Not refunded'),
    back: text('Refund'),
  });
  // biome-ignore-start lint/a11y/noRedundantRoles: changing `display` on phones removes the implicit roles.
  const cells = (values: readonly string[]) =>
    values.map((value, index) => (
      <td key={heads[index]} role="cell" className={styles.sum}>
        <span aria-hidden="true">{heads[index]}</span>
        {value}
      </td>
    ));
  return (
    <div className={styles.box}>
      {error && <FieldError id={id}>{error}</FieldError>}
      <table role="table" className={styles.lines}>
        <caption>{text('What should be refunded?')}</caption>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">
              {text('Item')}
            </th>
            {heads.map((head) => (
              <th key={head} role="columnheader" scope="col" className={styles.sum}>
                <AmountHead name={head} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {items.map((item) => {
            const share = shares.get(item.line);
            const isChosen = share !== undefined;
            // The summary of errors leads to the first item.
            const boxId = item === stillOrdered[0] ? id : `${id}-${item.line}`;
            return (
              <tr key={item.line} role="row" className={classNames(isChosen && styles.chosen)}>
                <td role="cell">
                  <label className={styles.item} htmlFor={boxId}>
                    <input
                      type="checkbox"
                      id={boxId}
                      className={box.box}
                      checked={isChosen}
                      disabled={!item.is_left}
                      onChange={({ currentTarget: { checked } }) =>
                        onChoose(checked ? [...chosen, item.line] : chosen.filter((line) => line !== item.line))
                      }
                    />
                    <span>
                      <b>{item.name}</b>
                      {item.holder !== '' && <small>{item.holder}</small>}
                      {!item.is_left && <small>{text('Already in a refund, or cancelled')}</small>}
                    </span>
                  </label>
                </td>
                {cells(
                  withRest({
                    paid: money(item.paid),
                    fee: item.is_left ? money(share?.kept.fees ?? (fees === 'returned' ? 0 : item.kept)) : '–',
                    rest: share ? money(share.kept.notRefunded) : '–',
                    back: share ? money(share.amount) : '–',
                  }),
                )}
              </tr>
            );
          })}
        </tbody>
        <tfoot role="rowgroup">
          <tr role="row">
            <th role="rowheader" scope="row">
              {text('{count} of {all}', { count: String(taken.length), all: String(items.length) })}
            </th>
            {cells(
              withRest({
                paid: money(sum(taken.map((item) => item.paid))),
                fee: money(sum(all.map(({ kept }) => kept.fees))),
                rest: money(notRefunded),
                back: money(sum(all.map(({ amount }) => amount))),
              }),
            )}
          </tr>
        </tfoot>
      </table>
      {stillOrdered.length > 1 && (
        <Button kind="text" small onClick={() => onChoose(stillOrdered.map(({ line }) => line))}>
          {text('Select all')}
        </Button>
      )}
    </div>
  );
  // biome-ignore-end lint/a11y/noRedundantRoles: end
}
