import type { ReactNode } from 'react';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { RestoredNotice } from '#features/staff/office/public.tsx';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { KeyHint } from '#ui/office/key-hints.tsx';
import { toast } from '#ui/toast.tsx';
import styles from './previewed-form.module.css';
import type { Preview, Previewed } from './use-preview.ts';
import type { PreviewedFormState } from './use-previewed-form.ts';
import { WhatWillHappen } from './what-will-happen.tsx';

export interface PreviewedFormProps<Name extends Previewed> {
  /** For a form without fields that can be wrong. */
  preview?: Preview<Name>;
  /** From `usePreviewedForm`. */
  form?: PreviewedFormState<Name>;
  /** Names what will be done, with its sum: "Record €96.00". */
  buttonLabel: string;
  /** Says what was done, for the notice afterwards. */
  done: string | ((answer: OfficeAnswer<Name>) => string);
  /** For actions that take something away from a customer. */
  isDanger?: boolean;
  /** Shows the text of the mail without a click: for forms whose purpose is the mail. */
  showsMail?: boolean;
  /** See `WhatWillHappen`. */
  quietEffect?: string;
  /** See `WhatWillHappen`. */
  isUnchanged?: boolean;
  /** The key that presses the button. */
  letter?: 'a' | 'r';
  /** The fields are not next to the button, so their first error is repeated there. */
  areFieldsFar?: boolean;
  /** False if the preview says that nothing would be done. */
  canDo?: boolean;
  onDone: (answer: OfficeAnswer<Name>) => void;
  /** Shown next to the button, such as Cancel. */
  others?: ReactNode;
  /** Shown after the button: other things to do instead. */
  more?: ReactNode;
  children?: ReactNode;
}

/** A form with its fields, a preview of what will happen, and the button that does it. */
export function PreviewedForm<Name extends Previewed>({
  form,
  preview = form?.preview,
  buttonLabel,
  done,
  isDanger,
  showsMail = false,
  quietEffect,
  isUnchanged,
  letter = 'a',
  areFieldsFar = false,
  canDo = true,
  onDone,
  others,
  more,
  children,
}: PreviewedFormProps<Name>) {
  const { translate } = useLanguage();
  if (!preview) throw new Error('A previewed form needs a preview');
  const isReady = canDo && preview.outcome !== null && !preview.isUnderWay;
  const hasFieldErrors = Object.keys(preview.errors).length > 0;
  const isRefused = preview.failure !== null && (!hasFieldErrors || areFieldsFar);
  // A form with mistakes can be sent: that names them.
  const namesMistakes = form !== undefined && (!form.isComplete || hasFieldErrors);
  const confirm = form?.press ?? preview.confirm;
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if ((!isReady && !namesMistakes) || preview.isBusy) return;
        void confirm().then((answer) => {
          if (!answer) return;
          toast(typeof done === 'string' ? done : done(answer));
          onDone(answer);
        });
      }}
    >
      {form && (
        <>
          <ErrorSummary errors={form.errors} ref={form.summaryRef} headingLevel={3} />
          <RestoredNotice form={form} />
        </>
      )}
      {children}
      {isRefused && (
        <Notice tone="warn" small role="status">
          {translate(preview.failure ?? '')}
        </Notice>
      )}
      {!(isRefused && preview.outcome === null) && (
        <WhatWillHappen preview={preview} showsMail={showsMail} quietEffect={quietEffect} isUnchanged={isUnchanged} />
      )}
      <div className={styles.buttons}>
        {others}
        <Button
          type="submit"
          kind={isDanger ? 'danger' : 'primary'}
          busy={preview.isBusy}
          unavailable={!isReady && !namesMistakes}
        >
          {buttonLabel}
          <KeyHint letter={letter} />
        </Button>
        {more}
      </div>
    </form>
  );
}
