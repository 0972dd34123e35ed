import { type ReactNode, useState } from 'react';
import type { OfficeRequest } from '#browser/office-calls.ts';
import { useLanguage } from '#ui/language.ts';
import { TextArea } from '#ui/text-area.tsx';
import { PreviewedForm } from './previewed-form.tsx';
import { type Previewed, usePreview } from './use-preview.ts';

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
  const { text, translate } = useLanguage();
  const [note, setNote] = useState('');
  const request = { ...about, note: note.trim() } as unknown as Omit<OfficeRequest<Name>, 'preview'>;
  const preview = usePreview(name, note.trim() === '' ? null : request);
  return (
    <PreviewedForm preview={preview} buttonLabel={buttonLabel} done={done} onDone={onDone}>
      {children}
      <TextArea
        id="noted"
        label={label}
        hint={text('The audit log keeps this forever, so do not include any names.')}
        rows={2}
        value={note}
        error={preview.errors.note?.map(translate).join(' ')}
        onChange={({ currentTarget: { value } }) => setNote(value)}
      />
    </PreviewedForm>
  );
}
