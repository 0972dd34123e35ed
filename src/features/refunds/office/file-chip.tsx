import type { OfficeAnswer } from '#browser/office-calls.ts';
import { useLanguage } from '#ui/language.ts';
import { StatusChip } from '#ui/status-chip.tsx';

type File = Omit<OfficeAnswer<'transfer-files'>['files'][number], 'id'>;

/** Shows the state of a file, and how many of its credits came back. */
export function FileChip({ file }: { file: File }) {
  const { text, countText } = useLanguage();
  if (file.state === 'cancelled') return <StatusChip tone="neutral">{text('Cancelled')}</StatusChip>;
  if (file.state === 'waits_for_approval')
    return <StatusChip tone="warn">{text('Waits for a second person')}</StatusChip>;
  if (file.returned > 0)
    return (
      <StatusChip tone="bad">
        {countText(file.returned, { one: '{count} came back', other: '{count} came back' })}
      </StatusChip>
    );
  if (file.paid === file.credits) return <StatusChip tone="ok">{text('Done')}</StatusChip>;
  return (
    <StatusChip tone="progress">
      {text('{count} of {total} paid', { count: String(file.paid), total: String(file.credits) })}
    </StatusChip>
  );
}
