import { officeCall } from '#browser/office-api.ts';
import { useAttempt } from '#browser/use-attempt.ts';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { FailedAttempt } from '#ui/office/failed-attempt.tsx';

/** Opens an invoice or a credit note as PDF, in a new tab. Needs `invoices.see`. */
export function OpenDocument({ number }: { number: string }) {
  const { text } = useLanguage();
  const attempt = useAttempt(async () => {
    const { pdf } = await officeCall('invoice-file', { number });
    const bytes = Uint8Array.from(atob(pdf), (character) => character.charCodeAt(0));
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }));
    link.target = '_blank';
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  });
  return (
    <>
      <Button
        kind="text"
        small
        className="prints"
        busy={attempt.isBusy}
        aria-label={text('Open {number} as PDF', { number })}
        onClick={() => void attempt.start()}
      >
        {number}
      </Button>
      <FailedAttempt {...attempt} what={text('The document did not open')} />
    </>
  );
}
