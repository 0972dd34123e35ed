import { problemsOf } from '#browser/problems-of.ts';
import { PreviewedForm, usePreviewedForm } from '#features/previews/office/public.tsx';
import { useLanguage } from '#ui/language.ts';
import { RadioCards } from '#ui/radio-cards.tsx';

/** Settles a part of a refund whose provider did not answer, with what the provider shows. */
export default function LookedUpActions({ movement, onDone }: { movement: string; onDone: () => void }) {
  const { text } = useLanguage();
  const form = usePreviewedForm({
    call: 'refund-looked-up',
    initial: { found: '' },
    validate: ({ found }) => problemsOf({ found: found === '' ? text('Please choose what you found.') : undefined }),
    request: ({ found }) => ({ movement, was_made: found === 'made' }),
  });
  const { found } = form.values;
  return (
    <PreviewedForm
      form={form}
      buttonLabel={found === 'not_made' ? text('Record it as failed') : text('Record it as paid')}
      done={text('Refund {movement} updated.', { movement })}
      onDone={onDone}
    >
      <RadioCards
        legend={text('What does the provider show for {movement}?', { movement })}
        options={[
          { value: 'made', label: text('The refund was made'), note: text('It will be booked as paid.') },
          {
            value: 'not_made',
            label: text('The refund does not exist'),
            note: text('It failed, and can be retried or sent by bank transfer.'),
          },
        ]}
        {...form.field('found')}
      />
    </PreviewedForm>
  );
}
