import { useLanguage } from '#ui/language.ts';
import { TextArea, type TextAreaProps } from '#ui/text-area.tsx';

interface AuditReasonProps extends Omit<TextAreaProps, 'label' | 'hint' | 'rows'> {
  /** Default: "Reason". */
  label?: string;
}

/** A reason or note for the audit log. */
export function AuditReason({ label, ...field }: AuditReasonProps) {
  const { text } = useLanguage();
  return (
    <TextArea
      {...field}
      label={label ?? text('Reason')}
      hint={text('The audit log keeps this forever, so do not include any names.')}
      rows={2}
    />
  );
}
