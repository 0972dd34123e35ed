import { useQueryClient } from '@tanstack/react-query';
import { officeCall } from '#browser/office-api.ts';
import { ROLES, type Role } from '#features/staff/domain/permissions.ts';
import { TheirValue, useOfficeForm } from '#features/staff/office/public.tsx';
import { roleNames } from '#features/staff/words/roles.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { useLanguage } from '#ui/language.ts';
import { CancelButton, FormDialog } from '#ui/office/form-dialog.tsx';
import { toast } from '#ui/toast.tsx';
import { rolesOfList, type TabOfList } from '../domain/default-view.ts';
import type { SavedList } from '../domain/saved-view.ts';
import styles from './default-view-dialog.module.css';

interface DefaultViewDialogProps {
  page: SavedList;
  name: string;
  tab: TabOfList;
  /** The roles for which the list opens with the tab now. */
  roles: readonly Role[];
  onClose: () => void;
}

/** Roles as one value of a form, in a fixed order. */
const textOf = (roles: readonly Role[]): string => ROLES.filter((role) => roles.includes(role)).join(' ');
const rolesIn = (text: string): Role[] => ROLES.filter((role) => text.split(' ').includes(role));

/** Sets the roles for which a list opens with a tab. */
export default function DefaultViewDialog({ page, name, tab, roles, onClose }: DefaultViewDialogProps) {
  const { text, translate } = useLanguage();
  const queries = useQueryClient();
  const form = useOfficeForm({
    initial: { roles: textOf(roles) },
    latest: { roles: textOf(roles) },
    validate: () => [],
    submit: async (values) => {
      try {
        await officeCall('view-default', { list: page, tab, roles: rolesIn(values.roles), was: [...roles] });
      } finally {
        await queries.invalidateQueries({ queryKey: ['views-list'] });
      }
      form.markSaved();
      toast(text('Default view changed.'));
      onClose();
    },
  });
  const chosen = rolesIn(form.values.roles);
  const namesOf = (typed: string) =>
    rolesIn(typed)
      .map((role) => translate(roleNames[role]))
      .join(', ');
  const theirs = form.theirs('roles');
  return (
    <FormDialog
      onClose={onClose}
      title={text('Who starts with “{view}”?', { view: name })}
      description={text(
        'For these roles, the list opens with this view. If somebody has several roles, the first of them that has a view decides.',
      )}
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
      <fieldset id={form.at('roles').id} className={styles.roles}>
        <legend className="visually-hidden">{text('Roles')}</legend>
        {rolesOfList(page).map((role) => (
          <Checkbox
            key={role}
            id={`default-${role}`}
            label={translate(roleNames[role])}
            checked={chosen.includes(role)}
            onChange={({ currentTarget: { checked } }) =>
              form.setValue('roles', textOf(checked ? [...chosen, role] : chosen.filter((one) => one !== role)))
            }
          />
        ))}
      </fieldset>
      <TheirValue
        value={theirs === undefined ? undefined : namesOf(theirs)}
        onUse={() => form.setValue('roles', theirs!)}
      />
    </FormDialog>
  );
}
