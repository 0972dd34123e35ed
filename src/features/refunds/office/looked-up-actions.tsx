import { useState } from 'react';
import { PreviewedForm, usePreview } from '#features/previews/office/public.tsx';
import { useLanguage } from '#ui/language.ts';
import { RadioCards } from '#ui/radio-cards.tsx';

/** Settles a part of a refund whose provider did not answer, with what the provider shows. */
export default function LookedUpActions({ movement, onDone }: { movement: string; onDone: () => void }) {
  const { text } = useLanguage();
  const [found, setFound] = useState<'made' | 'not_made' | ''>('');
  const preview = usePreview('refund-looked-up', found === '' ? null : { movement, was_made: found === 'made' });
  return (
    <PreviewedForm
      preview={preview}
      buttonLabel={found === 'not_made' ? text('Record it as failed') : text('Record it as paid')}
      done={text('Refund {movement} updated.', { movement })}
      onDone={onDone}
    >
      <RadioCards
        id="looked-up"
        name="looked-up"
        legend={text('What does the provider show for {movement}?', { movement })}
        value={found}
        options={[
          { value: 'made', label: text('The refund was made'), note: text('It will be booked as paid.') },
          {
            value: 'not_made',
            label: text('The refund does not exist'),
            note: text('It failed, and can be retried or sent by bank transfer.'),
          },
        ]}
        onChange={({ currentTarget: { value } }) => setFound(value as 'made' | 'not_made')}
      />
    </PreviewedForm>
  );
}
