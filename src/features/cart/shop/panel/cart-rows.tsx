import { type RefObject, useEffect, useRef, useState } from 'react';
import { useBundle } from '#browser/session-store.ts';
import { ProductImage, StubRow, WhenAndWhere } from '#features/catalogue/shop/public.tsx';
import type { PublicConfig } from '#features/shop-config/contract.ts';
import { Button } from '#ui/button.tsx';
import { FactLine } from '#ui/fact-line.tsx';
import { FieldError } from '#ui/form-field.tsx';
import { useLanguage } from '#ui/language.ts';
import { Price } from '#ui/price.tsx';
import type { CartProduct } from '../../contract.ts';
import { type CartLine, fullNameOf, isTicket, nameOf } from '../cart-line.ts';
import { useCart } from '../cart-store.ts';
import { EditDialog } from '../dialog/edit-dialog.tsx';
import styles from './cart-rows.module.css';
import { NoEntryTicket, useLackEntryTickets } from './entry-ticket-warning.tsx';
import type { CartRow } from './use-cart-rows.ts';

/** The lines of the cart, and those just removed. */
export function CartRows({ rows }: { rows: readonly CartRow[] }) {
  const { text } = useLanguage();
  const { cart } = useCart();
  const tickets = rows.flatMap(({ line, isRemoved }) => (isTicket(line) && !isRemoved ? [line] : []));
  const lacking: readonly CartLine[] = useLackEntryTickets(tickets, cart?.products ?? []);
  if (rows.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the role of lists without bullets.
    <ul role="list" className={styles.rows} aria-label={text('Items')}>
      {rows.map((row) =>
        row.isRemoved ? (
          <RemovedRow key={row.key} row={row} />
        ) : (
          <LineRow key={row.key} row={row} lacksEntryTicket={lacking.includes(row.line)} />
        ),
      )}
    </ul>
  );
}

function LineRow({ row, lacksEntryTicket }: { row: CartRow; lacksEntryTicket: boolean }) {
  const { text } = useLanguage();
  const { line, busy, problem, takesFocus } = row;
  const { config } = useBundle();
  const removeButton = useRef<HTMLButtonElement>(null);
  const [edit, setEdit] = useState({ isOpen: false, number: 0 });
  useTakeFocus(removeButton, takesFocus);

  return (
    <StubRow
      className={styles.row}
      picture={<ProductImage url={line.shop_image} size="thumbnail" seed={line.external_code} />}
      actions={
        <div className={styles.actions}>
          {isTicket(line) && (
            <Button
              kind="text"
              aria-label={text('Personalise {line}', { line: fullNameOf(line) })}
              onClick={() => setEdit(({ number }) => ({ isOpen: true, number: number + 1 }))}
            >
              {text('Personalise')}
            </Button>
          )}
          <Button
            ref={removeButton}
            kind="text"
            busy={busy}
            aria-label={text('Remove {line}', { line: fullNameOf(line) })}
            onClick={row.remove}
          >
            {text('Remove')}
          </Button>
        </div>
      }
    >
      <div className={styles.head}>
        <h3 className={styles.name}>{nameOf(line)}</h3>
        <Price amount={line.price + line.fee} size="row" />
      </div>
      {isTicket(line) && (
        <>
          <WhenAndWhere item={line} className={styles.facts} />
          <FactLine facts={[line.full_name, ageOf(line, config)]} className={styles.facts} />
          {lacksEntryTicket && <NoEntryTicket className={styles.warning} />}
        </>
      )}
      {problem && <FieldError id={`problem-${row.key}`}>{problem}</FieldError>}
      {isTicket(line) && edit.number > 0 && (
        <EditDialog
          key={edit.number}
          line={line}
          open={edit.isOpen}
          onClose={() => setEdit(({ number }) => ({ isOpen: false, number }))}
          returnFocus={removeButton}
        />
      )}
    </StubRow>
  );
}

const ageOf = ({ age }: CartProduct, { ageRanges }: PublicConfig): string | null =>
  age === null ? null : (ageRanges[age] ?? age);

function RemovedRow({ row }: { row: CartRow }) {
  const { text } = useLanguage();
  const undoButton = useRef<HTMLButtonElement>(null);
  useTakeFocus(undoButton, row.takesFocus);
  return (
    <li className={styles.removed}>
      <div className={styles.removedWords}>
        <p>{text('{line} removed', { line: fullNameOf(row.line) })}</p>
        {row.problem && <FieldError id={`problem-${row.key}`}>{row.problem}</FieldError>}
      </div>
      <Button
        ref={undoButton}
        kind="text"
        busy={row.busy}
        aria-label={text('Undo: put {line} back', { line: fullNameOf(row.line) })}
        onClick={row.undo}
      >
        {text('Undo')}
      </Button>
    </li>
  );
}

/**
 * Moves focus to a control that replaced the focused one. Twice: immediately, and after the next frame, in which the
 * panel takes focus itself because the old control disappeared.
 */
function useTakeFocus(control: RefObject<HTMLElement | null>, isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return;
    control.current?.focus();
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => control.current?.focus());
    });
    return () => cancelAnimationFrame(frame);
  }, [control, isWanted]);
}
