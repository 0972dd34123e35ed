import { useQueryClient } from '@tanstack/react-query';
import { officeCall } from '#browser/office-api.ts';
import { useForm } from '#browser/use-form.ts';
import { useOfficeCall } from '#browser/use-office-call.ts';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { useLanguage } from '#ui/language.ts';
import { Moment } from '#ui/office/moment.tsx';
import { Panel } from '#ui/office/panel.tsx';
import { QueryState } from '#ui/office/query-state.tsx';
import { PlainList } from '#ui/plain-list.tsx';
import { TextArea } from '#ui/text-area.tsx';
import styles from './order-notes.module.css';

/** What staff tell each other about the order; customers never see it. */
export function OrderNotes({ code }: { code: string }) {
  const { text } = useLanguage();
  const { may } = useStaffSession();
  const queries = useQueryClient();
  const query = useOfficeCall('order-notes', { code });
  const writes = may('orders.serve');
  if (!writes && query.data?.notes.length === 0) return null;
  const remove = async (note: number) => {
    await officeCall('order-note-remove', { code, note });
    await queries.invalidateQueries();
  };
  return (
    <Panel heading={text('Notes')} className={styles.panel}>
      <QueryState query={query} failed={text('The notes did not load')}>
        {({ notes }) =>
          notes.length > 0 && (
            <PlainList>
              {notes.map(({ id, author, body, is_pinned: isPinned, written_at: at }) => (
                <li key={id} className={styles.note}>
                  <p className={styles.by}>
                    <strong>{author}</strong> · <Moment at={at} /> {isPinned && `· ${text('pinned')}`}{' '}
                    {writes && (
                      <Button kind="text" small onClick={() => void remove(id)}>
                        {text('Delete')}
                        <span className="visually-hidden"> {text('the note by {name}', { name: author })}</span>
                      </Button>
                    )}
                  </p>
                  <p className={styles.body}>{body}</p>
                </li>
              ))}
            </PlainList>
          )
        }
      </QueryState>
      {writes && <WriteNote code={code} />}
    </Panel>
  );
}

function WriteNote({ code }: { code: string }) {
  const { text } = useLanguage();
  const queries = useQueryClient();
  const form = useForm<{ body: string; isPinned: boolean }>({
    initial: { body: '', isPinned: false },
    validate: ({ body }) => (body.trim() === '' ? [{ field: 'body', message: text('Please write a note.') }] : []),
    submit: async ({ body, isPinned }) => {
      await officeCall('order-note-write', { code, body: body.trim(), is_pinned: isPinned });
      form.setValue('body', '');
      form.setValue('isPinned', false);
      await queries.invalidateQueries();
    },
  });
  return (
    <form noValidate onSubmit={form.onSubmit}>
      <TextArea label={text('Write a note')} hint={text('Only staff can see this.')} rows={2} {...form.field('body')} />
      {form.errors
        .filter(({ field }) => field !== 'body')
        .map(({ message }) => (
          <p key={message} role="alert">
            {message}
          </p>
        ))}
      <div className={styles.buttons}>
        <Checkbox
          id="note-pinned"
          checked={form.values.isPinned}
          label={text('Pin to the top')}
          onChange={({ currentTarget: { checked } }) => form.setValue('isPinned', checked)}
        />
        <Button type="submit" kind="secondary" small busy={form.pending}>
          {text('Add note')}
        </Button>
      </div>
    </form>
  );
}
