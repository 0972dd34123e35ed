import { useEffect, useEffectEvent, useState } from 'react';
import type { OfficeAnswer, OfficeRequest } from '#browser/office-calls.ts';
import type { CheckedFieldProps, TextName } from '#browser/use-checked-form.ts';
import { type OfficeForm, type OfficeFormOptions, useOfficeForm } from '#features/staff/office/public.tsx';
import type { SummaryError } from '#ui/error-summary.tsx';
import { useLanguage } from '#ui/language.ts';
import { type Preview, type Previewed, usePreview } from './use-preview.ts';

type NameIn<Values> = keyof Values & string;

interface PreviewedFormOptions<Values extends object, Name extends Previewed>
  extends Omit<OfficeFormOptions<Values>, 'submit'> {
  call: Name;
  /** The call's request. Called only with values that have no problem. */
  request: (values: Values) => Omit<OfficeRequest<Name>, 'preview'>;
}

export interface PreviewedFormState<Name extends Previewed = Previewed> {
  preview: Preview<Name>;
  /** For the summary of errors, which is empty until the button is pressed. */
  errors: readonly SummaryError[];
  summaryRef: OfficeForm<object>['summaryRef'];
  isRestored: boolean;
  discard: () => void;
  /** Whether the fields have no problem of their own. */
  isComplete: boolean;
  /** Checks the fields, then does what the preview shows. Resolves with null if nothing was done. */
  press: () => Promise<OfficeAnswer<Name> | null>;
}

/**
 * A form whose button does what its preview shows. Fields are checked by `validate` when they are left and when the
 * button is pressed; what only the server can know comes with the preview, and is shown at the same fields.
 */
export function usePreviewedForm<Values extends object, Name extends Previewed>({
  call,
  request,
  ...options
}: PreviewedFormOptions<Values, Name>): OfficeForm<Values> & PreviewedFormState<Name> {
  const { translate } = useLanguage();
  const form = useOfficeForm(options);
  const isComplete = options.validate(form.values).length === 0;
  const preview = usePreview(call, isComplete ? request(form.values) : null);
  const fieldOf =
    options.serverField ?? ((name: string) => (name in form.values ? (name as NameIn<Values>) : undefined));
  const refused = Object.entries(preview.errors).map(([name, messages]) => ({
    field: fieldOf(name),
    message: messages.map(translate).join(' '),
  }));
  const [showsRefused, setShowsRefused] = useState(false);
  const isShown = showsRefused && refused.length > 0;
  const focusSummary = useEffectEvent(() => form.summaryRef.current?.focus());
  useEffect(() => {
    if (isShown) focusSummary();
  }, [isShown]);
  const at: typeof form.at = (name) => {
    const own = form.at(name);
    return { ...own, error: own.error ?? refused.find((one) => one.field === name)?.message };
  };
  const field = (name: TextName<Values>): CheckedFieldProps => {
    const own = form.field(name);
    const error = own.error ?? refused.find((one) => one.field === name)?.message;
    return {
      ...own,
      error,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': error ? `${own.id}-error` : undefined,
      onChange: (event) => {
        setShowsRefused(false);
        own.onChange(event);
      },
    };
  };
  return {
    ...form,
    field,
    at,
    errors: [
      ...form.errors,
      ...(isShown
        ? refused.map((one) => ({
            ...one,
            ...(one.field !== undefined && { fieldId: form.at(one.field).id }),
          }))
        : []),
    ],
    preview,
    isComplete,
    press: async () => {
      let isFine = false;
      form.onContinue(() => {
        isFine = true;
      })();
      if (!isFine || preview.isBusy) return null;
      if (refused.length > 0) {
        setShowsRefused(true);
        form.summaryRef.current?.focus();
        return null;
      }
      if (preview.outcome === null || preview.isUnderWay) return null;
      const answer = await preview.confirm();
      if (answer) form.markSaved();
      else setShowsRefused(true);
      return answer;
    },
  };
}
