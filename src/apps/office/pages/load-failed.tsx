import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { WarningIcon } from '#ui/office/icons.tsx';
import { StateMessage } from '#ui/office/state-message.tsx';

/** Shown when not even the session could be read. */
export function LoadFailed({ error, onTryAgain }: { error: Error; onTryAgain: () => void }) {
  const { text, translate } = useLanguage();
  return (
    <main>
      <StateMessage
        isPage
        tone="bad"
        icon={<WarningIcon />}
        heading={text('The office did not load')}
        action={
          <Button kind="secondary" onClick={onTryAgain}>
            {text('Try again')}
          </Button>
        }
      >
        {translate(error.message)}
      </StateMessage>
    </main>
  );
}
