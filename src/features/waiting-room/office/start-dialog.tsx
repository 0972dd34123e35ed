import { useQueryClient } from '@tanstack/react-query';
import { officeCall } from '#browser/office-api.ts';
import { problemsOf } from '#browser/problems-of.ts';
import { useOfficeForm } from '#features/staff/office/public.tsx';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { useLanguage } from '#ui/language.ts';
import { CancelButton, FormDialog } from '#ui/office/form-dialog.tsx';
import { MomentFields, useTypedMoments } from '#ui/office/moment-fields.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { toast } from '#ui/toast.tsx';
import { LimitFields, type LimitValues, limitProblems, limitsOf, typedLimits } from './limit-fields.tsx';
import { openingField, openingOf } from './opening.ts';
import type { WaitingRooms } from './waiting-rooms-page.tsx';

interface StartValues extends LimitValues {
  event: string;
  opens: 'at' | 'now' | 'under_load';
  day: string;
  time: string;
}

export default function StartDialog({ choices, onClose }: { choices: WaitingRooms; onClose: () => void }) {
  const language = useLanguage();
  const { text } = language;
  const { timezone } = useShopSettings();
  const moments = useTypedMoments();
  const queries = useQueryClient();
  const form = useOfficeForm<StartValues>({
    initial: { event: '', opens: 'at', day: '', time: '', ...typedLimits(choices.usual) },
    validate: (values) => [
      ...(values.opens === 'at' ? problemsOf(moments.problems(values)) : []),
      ...limitProblems(values, language),
    ],
    serverField: openingField,
    submit: async ({ event, opens, day, time, ...limits }) => {
      const opens_at = opens === 'at' ? openingOf(moments.read({ day, time }), timezone) : '';
      await officeCall('waiting-room-start', { event, opens, opens_at, ...limitsOf(limits) });
      await queries.invalidateQueries({ queryKey: ['waiting-rooms'] });
      toast(text('Waiting room set up.'));
      onClose();
    },
  });
  return (
    <FormDialog
      onClose={onClose}
      title={text('New waiting room')}
      description={text(
        'Until it ends, only people who were let in can begin a cart. Carts, orders and the portal are not affected.',
      )}
      onSubmit={form.onSubmit}
      footer={
        <>
          <CancelButton onClose={onClose} />
          <Button type="submit" busy={form.pending}>
            {text('Set up waiting room')}
          </Button>
        </>
      }
    >
      <ErrorSummary errors={form.errors} ref={form.summaryRef} headingLevel={3} />
      <SelectField
        label={text('In front of')}
        options={[
          { value: '', label: text('The whole shop') },
          ...choices.events.map(({ code, name }) => ({ value: code, label: name })),
        ]}
        {...form.field('event')}
      />
      <RadioCards
        legend={text('When it opens')}
        options={[
          {
            value: 'at',
            label: text('At a set time'),
            note: text('Nobody can begin a cart until then. Everybody who comes earlier is drawn at random.'),
          },
          { value: 'now', label: text('Now'), note: text('People are called in the order in which they come.') },
          {
            value: 'under_load',
            label: text('Under load'),
            note: text('It opens when the shop is overloaded for five seconds, and closes by itself.'),
          },
        ]}
        {...form.field('opens')}
      />
      {form.values.opens === 'at' && (
        <MomentFields
          dayLabel={text('Opening day')}
          timeLabel={text('Opening time')}
          day={form.field('day')}
          time={form.field('time')}
        />
      )}
      <LimitFields form={form} />
    </FormDialog>
  );
}
