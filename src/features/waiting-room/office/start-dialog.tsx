import { useQueryClient } from '@tanstack/react-query';
import { officeCall } from '#browser/office-api.ts';
import { useOfficeForm } from '#features/staff/office/public.tsx';
import { zoneCity } from '#kernel/dates.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { Field } from '#ui/field.tsx';
import { useLanguage } from '#ui/language.ts';
import { CancelButton, FormDialog } from '#ui/office/form-dialog.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { toast } from '#ui/toast.tsx';
import { LimitFields, type LimitValues, limitProblems, limitsOf, typedLimits } from './limit-fields.tsx';
import type { WaitingRooms } from './waiting-rooms-page.tsx';

interface StartValues extends LimitValues {
  event: string;
  opens: 'at' | 'now' | 'under_load';
  opens_at: string;
}

export default function StartDialog({ choices, onClose }: { choices: WaitingRooms; onClose: () => void }) {
  const language = useLanguage();
  const { text } = language;
  const { timezone } = useShopSettings();
  const queries = useQueryClient();
  const form = useOfficeForm<StartValues>({
    initial: { event: '', opens: 'at', opens_at: '', ...typedLimits(choices.usual) },
    validate: (values) => [
      ...(values.opens === 'at' && values.opens_at === ''
        ? [{ field: 'opens_at' as const, message: text('Please enter a day and time in the future.') }]
        : []),
      ...limitProblems(values, language),
    ],
    submit: async ({ event, opens, opens_at, ...limits }) => {
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
        <Field
          label={text('Opening')}
          hint={text('Local time in {city}', { city: zoneCity(timezone) })}
          type="datetime-local"
          required
          {...form.field('opens_at')}
        />
      )}
      <LimitFields form={form} />
    </FormDialog>
  );
}
