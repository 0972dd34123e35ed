import { lazy, Suspense, useState } from 'react';
import { useChange, useStaffSession } from '#features/staff/office/public.tsx';
import { formatDay } from '#kernel/dates.ts';
import { edgeOfTypedDay } from '#kernel/local-day.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { useLanguage } from '#ui/language.ts';
import { FormDialog } from '#ui/office/form-dialog.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import styles from './order-timeline.module.css';
import type { TimelineEntry } from './timeline-sentence.ts';

const ReminderActions = lazy(() => import('./reminder-actions.tsx'));

interface OrderNoteProps {
  code: string;
  note: Extract<TimelineEntry, { what: 'note' }>;
}

/** A note of staff about an order, with its reminder. */
export function OrderNote({ code, note }: OrderNoteProps) {
  const { text } = useLanguage();
  const { may } = useStaffSession();
  const settings = useShopSettings();
  const [open, setOpen] = useState<'remind' | 'delete' | null>(null);
  const close = () => setOpen(null);
  const day = note.remind_on && edgeOfTypedDay(note.remind_on, settings.timezone, 0);
  const author = note.by ?? '';
  return (
    <>
      <div className={styles.what}>
        <p>
          <b>{note.by}</b>
          {note.is_pinned && <small>{text('pinned')}</small>}
          {day && <small>{text('reminder on {day}', { day: formatDay(day, settings) })}</small>}
        </p>
        <p className={styles.note}>{note.body}</p>
      </div>
      {may('orders.serve') && (
        <span className={styles.end}>
          <Button kind="text" small onClick={() => setOpen('remind')}>
            {text('Remind…')}
            <span className="visually-hidden"> {text('of the note by {name}', { name: author })}</span>
          </Button>
          <Button kind="text" small onClick={() => setOpen('delete')}>
            {text('Delete…')}
            <span className="visually-hidden"> {text('the note by {name}', { name: author })}</span>
          </Button>
        </span>
      )}
      <Suspense>
        {open === 'remind' && (
          <FormDialog onClose={close} title={text('Reminder')} description={code}>
            <ReminderActions code={code} note={note.id} was={note.remind_on ?? ''} onDone={close} />
          </FormDialog>
        )}
      </Suspense>
      {open === 'delete' && <DeleteNote code={code} note={note} onClose={close} />}
    </>
  );
}

/** Asks first, because a deleted note cannot be restored. */
function DeleteNote({ code, note, onClose }: OrderNoteProps & { onClose: () => void }) {
  const { text, translate } = useLanguage();
  const { running, failure, run } = useChange();
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={text('Delete this note?')}
      confirmLabel={text('Delete')}
      cancelLabel={text('Keep')}
      dangerous
      busy={running !== null}
      onConfirm={() => void run('order-note-remove', { code, note: note.id })}
    >
      <p className={styles.note}>{note.body}</p>
      {failure !== null && <p role="alert">{translate(failure)}</p>}
    </ConfirmDialog>
  );
}
