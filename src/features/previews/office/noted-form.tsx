import type { ReactNode } from 'react';
import type { OfficeRequest } from '#browser/office-calls.ts';
import { AuditReason } from '#features/staff/office/public.tsx';
import { useLanguage } from '#ui/language.ts';
import { PreviewedForm } from './previewed-form.tsx';
import type { Previewed } from './use-preview.ts';
import { usePreviewedForm } from './use-previewed-form.ts';

/** Previewed calls that take a note: what somebody found or decided. */
type Noted = { [Name in Previewed]: 'note' extends keyof OfficeRequest<Name> ? Name : never }[Previewed];

export interface NotedFormProps<Name extends Noted> {
  name: Name;
  /** The call's other fields. */
  about: Omit<OfficeRequest<Name>, 'note' | 'preview'>;
  label: string;
  buttonLabel: string;
  done: string;
  onDone: () => void;
  children?: ReactNode;
}

/** A form with a field for the note, a preview of what will happen, and the button. */
export function NotedForm<Name extends Noted>({
  name,
  about,
  label,
  buttonLabel,
  done,
  onDone,
  children,
}: NotedFormProps<Name>) {
  const { text } = useLanguage();
  const form = usePreviewedForm<{ note: string }, Name>({
    call: name,
    initial: { note: '' },
    keptAs: `${name}.${JSON.stringify(about)}`,
    validate: ({ note }) =>
      note.trim() === '' ? [{ field: 'note', message: text('Please write this down first.') }] : [],
    request: ({ note }) => ({ ...about, note: note.trim() }) as unknown as Omit<OfficeRequest<Name>, 'preview'>,
  });
  return (
    <PreviewedForm form={form} buttonLabel={buttonLabel} done={done} onDone={onDone}>
      {children}
      <AuditReason label={label} {...form.field('note')} />
    </PreviewedForm>
  );
}
