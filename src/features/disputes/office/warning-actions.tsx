import { NotedForm } from '#features/previews/office/public.tsx';
import { useLanguage } from '#ui/language.ts';

/** Settles a fraud warning by keeping the money. A refund is an action of the order. */
export function WarningActions({ warning, onDone }: { warning: string; onDone: () => void }) {
  const { text } = useLanguage();
  return (
    <NotedForm
      name="fraud-warning-settle"
      about={{ warning }}
      label={text('Reason for keeping the money')}
      buttonLabel={text('Keep the money')}
      done={text('The warning has been removed from the list.')}
      onDone={onDone}
    >
      <p>
        {text(
          'If you refund the order to its card now, there will be no dispute and no fee, and the warning is closed. Otherwise, keep the money.',
        )}
      </p>
    </NotedForm>
  );
}
