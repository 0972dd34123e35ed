import { NotedForm } from '#features/previews/office/public.tsx';
import { useLanguage } from '#ui/language.ts';

/** Settles a payout that failed or does not add up. */
export function PayoutActions({ payout, onDone }: { payout: string; onDone: () => void }) {
  const { text } = useLanguage();
  return (
    <NotedForm
      name="payout-settle"
      about={{ payout }}
      label={text('What you found')}
      buttonLabel={text('Settle the payout')}
      done={text('Payout settled.')}
      onDone={onDone}
    >
      <p>{text('Check payout {payout} with the provider first.', { payout })}</p>
    </NotedForm>
  );
}
