import { useQueryClient } from '@tanstack/react-query';
import { officeCall } from '#browser/office-api.ts';
import { useOfficeForm } from '#features/staff/office/public.tsx';
import { formatDateTime } from '#kernel/dates.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { Field } from '#ui/field.tsx';
import { useLanguage } from '#ui/language.ts';
import { CancelButton, FormDialog } from '#ui/office/form-dialog.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { toast } from '#ui/toast.tsx';
import { LimitFields, type LimitValues, limitProblems, limitsOf, typedLimits } from './limit-fields.tsx';
import type { OfficeRoom } from './waiting-rooms-page.tsx';

interface ChangeValues extends LimitValues {
  opens_at: string;
}

export default function ChangeDialog({ room, name, onClose }: { room: OfficeRoom; name: string; onClose: () => void }) {
  const language = useLanguage();
  const { text } = language;
  const settings = useShopSettings();
  const queries = useQueryClient();
  const saved = typedLimits(room);
  const form = useOfficeForm<ChangeValues>({
    latest: saved,
    initial: { opens_at: '', ...typedLimits(room) },
    validate: (values) => limitProblems(values, language),
    submit: async ({ opens_at, ...limits }) => {
      const request = { id: room.id, opens_at, ...limitsOf(limits), was: limitsOf(saved) };
      try {
        await officeCall('waiting-room-change', request);
      } catch (thrown) {
        // Shows somebody else's change.
        await queries.invalidateQueries({ queryKey: ['waiting-rooms'] });
        throw thrown;
      }
      await queries.invalidateQueries({ queryKey: ['waiting-rooms'] });
      toast(text('Waiting room changed.'));
      onClose();
    },
  });
  return (
    <FormDialog
      onClose={onClose}
      title={text('Change the waiting room of {name}', { name })}
      description={text('Takes effect immediately.')}
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
      {room.status === 'scheduled' && room.opens_at && (
        <Field
          label={text('New opening')}
          hint={text('Leave this empty to keep {moment}.', { moment: formatDateTime(room.opens_at, settings) })}
          type="datetime-local"
          {...form.field('opens_at')}
        />
      )}
      <LimitFields form={form} />
    </FormDialog>
  );
}
