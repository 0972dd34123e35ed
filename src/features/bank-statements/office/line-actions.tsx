import type { KeyboardEvent } from 'react';
import { useChange } from '#features/staff/office/public.tsx';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { toast } from '#ui/toast.tsx';
import type { Choice } from './kept-choices.ts';
import { statementMoney } from './statement-money.ts';
import type { Line, LineDialogContent } from './statement-page.tsx';
import styles from './statements.module.css';

interface LineActionsProps {
  importId: number;
  line: Line;
  choice: Choice | undefined;
  isLeftOut: boolean;
  /** The order to which the line is booked if it is accepted. */
  candidate: Line['choices'][number] | undefined;
  onStep: (step: 1 | -1) => void;
  onChoose: (choice: Choice | null) => void;
  onMove: (step: 1 | -1) => void;
  onLeaveOut: (isLeftOut: boolean) => void;
  onOpenDialog: (what: LineDialogContent['what']) => void;
}

/** The buttons of a line. While one of them has the focus, the keys shown above the list do the same. */
export function LineActions(props: LineActionsProps) {
  const { text } = useLanguage();
  const settings = useShopSettings();
  const { line, onOpenDialog } = props;
  const isOpen = line.result === null && (line.is_open_money || line.can_book);
  const name = text('{payer}, {amount}', {
    payer: line.party || text('Line {number}', { number: line.number }),
    amount: line.amount === null ? '' : statementMoney(line.amount, line.currency, settings),
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (handleKey(event.key, props)) event.preventDefault();
  };
  if (line.result !== null) {
    return (
      line.result.can_undo && (
        <Button kind="text" small aria-label={text('Undo {line}', { line: name })} onClick={() => onOpenDialog('undo')}>
          {text('Undo…')}
        </Button>
      )
    );
  }
  if (!isOpen && line.can_confirm) {
    return (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset would change how rows look.
      <div role="group" aria-label={name} className={styles.actions} data-line={line.number}>
        <ConfirmSame {...props} />
        <Button kind="text" small onClick={() => onOpenDialog('ignore')}>
          {text('Ignore…')}
        </Button>
      </div>
    );
  }
  if (!isOpen) {
    return (
      (line.group === 'money_out' || line.group === 'stopped') && (
        <Button
          kind="text"
          small
          aria-label={text('Ignore {line}', { line: name })}
          onClick={() => onOpenDialog('ignore')}
        >
          {text('Ignore…')}
        </Button>
      )
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would change how rows look.
    <div role="group" aria-label={name} className={styles.actions} data-line={line.number} onKeyDown={onKeyDown}>
      <Buttons {...props} name={name} />
    </div>
  );
}

/** Returns whether the key does something for the line. */
function handleKey(key: string, { line, onStep, onMove, onChoose, onOpenDialog }: LineActionsProps): boolean {
  const [isOpenMoney, hasChoices] = [line.is_open_money, line.choices.length > 1];
  const name = key.length === 1 ? key.toLowerCase() : key;
  if (name === 'ArrowUp' || name === 'ArrowDown') onMove(name === 'ArrowUp' ? -1 : 1);
  else if (hasChoices && (name === 'ArrowLeft' || name === 'ArrowRight')) onStep(name === 'ArrowLeft' ? -1 : 1);
  else if (isOpenMoney && name === 's') onOpenDialog('search');
  else if (isOpenMoney && name === 'u') onChoose({ how: 'without_order' });
  else if (name === 'i') onOpenDialog('ignore');
  else return false;
  return true;
}

/** Confirms that the line shows the recorded payment that it resembles. */
function ConfirmSame({ importId, line }: Pick<LineActionsProps, 'importId' | 'line'>) {
  const { text, translate } = useLanguage();
  const change = useChange();
  const confirm = async () => {
    const { number, mark } = line;
    if (await change.run('statement-confirm', { import: importId, number, mark })) toast(text('Line confirmed.'));
  };
  return (
    <>
      <Button kind="secondary" small busy={change.running !== null} onClick={() => void confirm()}>
        {text('Same payment')}
      </Button>
      {change.failure && (
        <small role="status" className={styles.refusal}>
          {translate(change.failure)}
        </small>
      )}
    </>
  );
}

function Buttons({
  importId,
  line,
  name,
  choice,
  isLeftOut,
  candidate,
  onStep,
  onChoose,
  onLeaveOut,
  onOpenDialog,
}: LineActionsProps & { name: string }) {
  const { text } = useLanguage();
  if (choice) {
    return (
      <Button kind="text" small aria-label={text('Change {line}', { line: name })} onClick={() => onChoose(null)}>
        {text('Change')}
      </Button>
    );
  }
  if (line.is_sure && !isLeftOut) {
    return (
      <Button kind="text" small onClick={() => onLeaveOut(true)}>
        {text('Leave out')}
      </Button>
    );
  }
  return (
    <>
      {line.can_confirm && <ConfirmSame importId={importId} line={line} />}
      {isLeftOut && (
        <Button kind="secondary" small onClick={() => onLeaveOut(false)}>
          {text('Include again')}
        </Button>
      )}
      {!isLeftOut && candidate && (
        <>
          {line.choices.length > 1 && (
            <Button kind="text" small aria-label={text('Previous order')} onClick={() => onStep(-1)}>
              ‹
            </Button>
          )}
          <Button kind="secondary" small onClick={() => onChoose({ how: 'order', order: candidate.order })}>
            {text('Accept {order}', { order: candidate.order })}
          </Button>
          {line.choices.length > 1 && (
            <Button kind="text" small aria-label={text('Next order')} onClick={() => onStep(1)}>
              ›
            </Button>
          )}
        </>
      )}
      {!isLeftOut && !candidate && line.can_book && (
        <Button kind="secondary" small onClick={() => onChoose({ how: 'as_matched' })}>
          {text('Accept')}
        </Button>
      )}
      {line.is_open_money && (
        <>
          <Button kind="text" small onClick={() => onOpenDialog('search')}>
            {text('Search…')}
          </Button>
          <Button kind="text" small onClick={() => onChoose({ how: 'without_order' })}>
            {text('Without an order')}
          </Button>
        </>
      )}
      <Button kind="text" small onClick={() => onOpenDialog('ignore')}>
        {text('Ignore…')}
      </Button>
    </>
  );
}
