import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { toast } from '#ui/toast.tsx';
import styles from './previewed-form.module.css';
import type { Preview } from './use-preview.ts';
import { WhatWillHappen } from './what-will-happen.tsx';

export interface PreviewedFormProps {
  preview: Preview;
  /** What the button does, with its sum: "Record €96.00". */
  press: string;
  /** The same in the past tense, for the notice afterwards. */
  done: string;
  /** Takes something away from a customer. */
  isDanger?: boolean;
  onDone: () => void;
  /** Beside the button, such as Cancel. */
  others?: ReactNode;
  /** After the button: other ways out. */
  more?: ReactNode;
  children?: ReactNode;
}

/** Fields, what will happen, and the button that does it. */
export function PreviewedForm({ preview, press, done, isDanger, onDone, others, more, children }: PreviewedFormProps) {
  const { translate } = useLanguage();
  const isReady = preview.outcome !== null && !preview.isUnderWay;
  const isAboutForm = Object.keys(preview.errors).length === 0;
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isReady || preview.isBusy) return;
        void preview.confirm().then((isDone) => {
          if (!isDone) return;
          toast(done);
          onDone();
        });
      }}
    >
      {children}
      {preview.failure !== null && isAboutForm && (
        <Notice tone="warn" small role="status">
          {translate(preview.failure)}
        </Notice>
      )}
      <WhatWillHappen preview={preview} />
      <div className={styles.buttons}>
        {others}
        <Button type="submit" kind={isDanger ? 'danger' : 'primary'} busy={preview.isBusy} unavailable={!isReady}>
          {press}
        </Button>
        {more}
      </div>
    </form>
  );
}
