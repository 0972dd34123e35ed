import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { officeCall } from '#browser/office-api.ts';
import { TheirValue, useOfficeForm, useStaffSession } from '#features/staff/office/public.tsx';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { Field } from '#ui/field.tsx';
import { useLanguage } from '#ui/language.ts';
import { CancelButton, FormDialog } from '#ui/office/form-dialog.tsx';
import type { SavedList } from '../domain/saved-view.ts';
import type { ListAddress } from './list-address.ts';

interface SaveViewProps {
  list: ListAddress;
  page: SavedList;
  /** Null id for a new view. */
  view: { id: number | null; name: string; query: string; is_shared: boolean };
  /** Whether the list is being searched. A view does not keep what was searched for. */
  hasSearch: boolean;
  onClose: () => void;
}

/** Saves or renames a view of a list, and can share it. */
export default function SaveView({ list, page, view, hasSearch, onClose }: SaveViewProps) {
  const { text } = useLanguage();
  const { may } = useStaffSession();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const shown = { name: view.name, query: view.query, is_shared: view.is_shared };
  const form = useOfficeForm<{ name: string; isShared: boolean }>({
    initial: { name: view.name, isShared: view.is_shared },
    ...(view.id !== null && { latest: { name: view.name, isShared: view.is_shared } }),
    validate: ({ name }) => (name.trim() === '' ? [{ field: 'name', message: text('Please enter a name.') }] : []),
    serverField: (name) => (name === 'name' ? 'name' : undefined),
    submit: async ({ name, isShared }) => {
      const query = { name: name.trim(), query: view.query, is_shared: isShared };
      let { id } = view;
      try {
        if (id === null) ({ id } = await officeCall('view-save', { list: page, ...query }));
        else await officeCall('view-change', { id, ...query, was: shown });
      } finally {
        // After a refusal it shows somebody else's change.
        await queries.invalidateQueries({ queryKey: ['views-list'] });
      }
      form.markSaved();
      onClose();
      navigate(`${list.path}?${[view.query, `saved=${id}`].filter((part) => part !== '').join('&')}`);
    },
  });
  const theirName = form.theirs('name');
  const theirSharing = form.theirs('isShared');
  return (
    <FormDialog
      onClose={onClose}
      title={view.id === null ? text('Save as a view') : text('Rename this view')}
      onSubmit={form.onSubmit}
      footer={
        <>
          <CancelButton onClose={onClose} />
          <Button type="submit" busy={form.pending}>
            {text('Save')}
          </Button>
        </>
      }
    >
      <ErrorSummary errors={form.errors} ref={form.summaryRef} headingLevel={3} />
      <Field label={text('Name')} autoComplete="off" {...form.field('name')} />
      <TheirValue value={theirName} onUse={() => form.setValue('name', theirName!)} />
      {may('views.share') && (
        <Checkbox
          label={text('Share with everybody who sees this list')}
          hint={text('The audit log records it.')}
          {...form.checkbox('isShared')}
        />
      )}
      <TheirValue
        value={theirSharing === undefined ? undefined : theirSharing ? text('Shared') : text('Not shared')}
        onUse={() => form.setValue('isShared', theirSharing!)}
      />
      {hasSearch && <p>{text('What you searched for is not part of the view, because it may name a person.')}</p>}
    </FormDialog>
  );
}
