import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import type { OfficeForm } from './use-office-form.ts';

/** Says that earlier unsaved input was restored, and offers to discard it. */
export function RestoredNotice({ form }: { form: Pick<OfficeForm<object>, 'isRestored' | 'discard'> }) {
  const { text } = useLanguage();
  if (!form.isRestored) return null;
  return (
    <Notice
      tone="info"
      small
      role="status"
      action={
        <Button kind="text" small onClick={form.discard}>
          {text('Discard')}
        </Button>
      }
    >
      {text('You typed this earlier and did not save it.')}
    </Notice>
  );
}
