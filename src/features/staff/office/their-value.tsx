import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';

interface TheirValueProps {
  /** Somebody else's newer value, from `useOfficeForm().theirs`; undefined if there is none. */
  value: string | undefined;
  /** Takes their value instead of what is typed. */
  onUse: () => void;
}

/** Shows somebody else's change next to a field, and offers to take it over. Until then, what was typed stays. */
export function TheirValue({ value, onUse }: TheirValueProps) {
  const { text } = useLanguage();
  if (value === undefined) return null;
  return (
    <Notice
      tone="warn"
      small
      role="status"
      action={
        <Button kind="text" small onClick={onUse}>
          {text('Use this')}
        </Button>
      }
    >
      {text('Somebody else has saved: {value}', { value: value === '' ? '–' : value })}
    </Notice>
  );
}
