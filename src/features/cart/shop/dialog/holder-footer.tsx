import { SEPARATOR } from '#kernel/separator.ts';
import { Button } from '#ui/button.tsx';
import { CheckIcon } from '#ui/icons.tsx';
import { useLanguage } from '#ui/language.ts';
import { Money } from '#ui/price.tsx';
import styles from './holder-dialog.module.css';

export interface AddedTickets {
  count: number;
  /** Prices and fees, in minor units. */
  total: number;
}

export interface HolderFooterProps {
  /** The tickets added since the dialog was opened. */
  added: AddedTickets;
  submitLabel: string;
  maySubmit: boolean;
  mayAddAnother: boolean;
  /** The button whose call is running. */
  pending: 'this' | 'another' | null;
  onAddAnother: () => void;
  onClose: () => void;
}

/** The dialog's buttons, below the number of tickets added. */
export function HolderFooter({
  added,
  submitLabel,
  maySubmit,
  mayAddAnother,
  pending,
  onAddAnother,
  onClose,
}: HolderFooterProps) {
  const { countText, text } = useLanguage();
  const isAnyAdded = added.count > 0;
  return (
    <>
      {isAnyAdded && (
        <p className={styles.added}>
          <CheckIcon size={18} />
          <span>
            {countText(added.count, { one: '{count} ticket added', other: '{count} tickets added' })}
            {SEPARATOR}
            <Money amount={added.total} />
          </span>
        </p>
      )}
      {maySubmit && mayAddAnother && (
        <Button kind="secondary" className={styles.another} busy={pending === 'another'} onClick={onAddAnother}>
          {text('Add another ticket')}
        </Button>
      )}
      <Button kind="secondary" onClick={onClose}>
        {isAnyAdded ? text('Done') : text('Cancel')}
      </Button>
      {maySubmit && (
        <Button type="submit" busy={pending === 'this'}>
          {submitLabel}
        </Button>
      )}
    </>
  );
}
