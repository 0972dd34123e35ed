import type { OfficeAnswer } from '#browser/office-calls.ts';
import { formatDate } from '#kernel/dates.ts';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';

/** Warns about instalments that would be due on the day of the event or later. */
export function LateInstalmentsWarning({ late }: { late: OfficeAnswer<'instalment-move'>['late'] }) {
  const { countText } = useLanguage();
  const settings = useShopSettings();
  if (!late) return null;
  const facts = { references: late.references.join(', '), day: formatDate(late.begins, settings) };
  return (
    <Notice tone="warn" small role="status">
      {countText(
        late.references.length,
        {
          one: 'The event or journey begins on {day}, and {references} would not be due before that day.',
          other: 'The event or journey begins on {day}, and {references} would not be due before that day.',
        },
        facts,
      )}
    </Notice>
  );
}
