import { Button } from '../button.tsx';
import { useLanguage } from '../language.ts';

/** Prints the page as it is now, with the rows that are loaded. */
export function PrintButton() {
  const { text } = useLanguage();
  return (
    <Button kind="secondary" small onClick={() => window.print()}>
      {text('Print')}
    </Button>
  );
}
