import { useQueryClient } from '@tanstack/react-query';
import { officeCall } from '#browser/office-api.ts';
import { problemsOf } from '#browser/problems-of.ts';
import { TheirValue, useOfficeForm } from '#features/staff/office/public.tsx';
import { shownAt } from '#kernel/typed-moment.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { useLanguage } from '#ui/language.ts';
import { CancelButton, FormDialog } from '#ui/office/form-dialog.tsx';
import { MomentFields, useTypedMoments } from '#ui/office/moment-fields.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { toast } from '#ui/toast.tsx';
import { LimitFields, type LimitValues, limitProblems, limitsOf, typedLimits } from './limit-fields.tsx';
import { openingField, openingOf } from './opening.ts';
import type { OfficeRoom } from './waiting-rooms-page.tsx';

interface ChangeValues extends LimitValues {
  day: string;
  time: string;
}

const NO_OPENING = { day: '', time: '' };

export default function ChangeDialog({ room, name, onClose }: { room: OfficeRoom; name: string; onClose: () => void }) {
  const language = useLanguage();
  const { text } = language;
  const { timezone } = useShopSettings();
  const moments = useTypedMoments();
  const queries = useQueryClient();
  const hasOpening = room.status === 'scheduled' && room.opens_at !== null;
  const opening = hasOpening ? shownAt(new Date(room.opens_at!), timezone) : NO_OPENING;
  const saved = typedLimits(room);
  const isMoved = ({ day, time }: ChangeValues) => hasOpening && (day !== opening.day || time !== opening.time);
  const form = useOfficeForm<ChangeValues>({
    latest: { ...saved, ...opening },
    initial: { ...saved, ...opening },
    serverField: openingField,
    validate: (values) => [
      ...(isMoved(values) ? problemsOf(moments.problems(values)) : []),
      ...limitProblems(values, language),
    ],
    submit: async (values) => {
      const opens_at = isMoved(values) ? openingOf(moments.read(values), timezone) : '';
      const request = { id: room.id, opens_at, ...limitsOf(values), was: limitsOf(saved) };
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
      {hasOpening && (
        <>
          <MomentFields
            dayLabel={text('Opening day')}
            timeLabel={text('Opening time')}
            day={form.field('day')}
            time={form.field('time')}
          />
          <TheirValue value={form.theirs('day')} onUse={() => form.setValue('day', opening.day)} />
          <TheirValue value={form.theirs('time')} onUse={() => form.setValue('time', opening.time)} />
        </>
      )}
      <LimitFields form={form} />
    </FormDialog>
  );
}
