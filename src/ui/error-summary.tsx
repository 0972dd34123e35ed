import { type ReactNode, type Ref, useId } from 'react';
import { classNames } from './class-names.ts';
import { type NamedField, piecesOfSentence } from './error-sentence.ts';
import styles from './error-summary.module.css';
import { useLanguage } from './language.ts';

export interface SummaryError {
  /** Id of the control to jump to; absent if the error belongs to no field. */
  fieldId?: string;
  /** May have several lines. */
  message: string;
  /** The part of the form, for a message that occurs in several parts. */
  part?: string;
  /** The field's key in its form, for `nameOf`. */
  field?: string | undefined;
}

export interface ErrorSummaryProps {
  errors: readonly SummaryError[];
  /** Pass `useForm().summaryRef`: the summary takes focus after a failed submit. */
  ref?: Ref<HTMLDivElement>;
  /** Default: 2. Use 3 inside a dialog. */
  headingLevel?: 2 | 3;
  className?: string;
  /** Returns the field's name in a message that several fields share. Each name in the sentence links to its field. */
  nameOf?: (field: string) => string | undefined;
  /** Help such as a link, shown below the errors. */
  children?: ReactNode;
}

/**
 * Moves focus to a control and scrolls its label into view. In a group of radios, it focuses the chosen one or the
 * first that is enabled; in a dialog, the group's choices come into view, above a notice of the same refusal.
 */
export function focusControl(fieldId: string): void {
  const target = document.getElementById(fieldId);
  const group = target?.matches('fieldset, [role=radiogroup]') ? target : null;
  const control = group
    ? (group.querySelector<HTMLElement>('input:checked') ??
      group.querySelector<HTMLElement>(':is(input, select, button):enabled'))
    : target;
  if (!control) return;
  const label = document.querySelector(`label[for="${CSS.escape(fieldId)}"]`) ?? control;
  label.scrollIntoView({ block: 'nearest' });
  control.focus({ preventScroll: false });
  if (group?.closest('[role=dialog]')) group.scrollIntoView({ block: 'start' });
}

/** Renders "There is a problem" with a link for each error, or nothing without errors. */
export function ErrorSummary({ errors, ref, headingLevel = 2, className, nameOf, children }: ErrorSummaryProps) {
  const { text } = useLanguage();
  const headingId = useId();
  if (errors.length === 0) return null;
  const Heading = `h${headingLevel}` as const;
  // Shows a message of several fields once.
  const distinct = errors.filter(
    (error, index) =>
      errors.findIndex((other) => other.message === error.message && other.part === error.part) === index,
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls, this groups messages.
    <div
      ref={ref}
      role="group"
      tabIndex={-1}
      className={classNames(styles.summary, className)}
      aria-labelledby={headingId}
    >
      <Heading id={headingId} className={styles.heading}>
        {text('There is a problem')}
      </Heading>
      <ul className={styles.list}>
        {distinct.map((error) => (
          <li key={`${error.part} ${error.message}`}>
            {error.part && `${error.part}: `}
            <Message error={error} fields={namedFields(errors, error, nameOf)} />
          </li>
        ))}
      </ul>
      {children}
    </div>
  );
}

/** Returns the fields that share a message, if each has a name. */
function namedFields(
  errors: readonly SummaryError[],
  { message, part }: SummaryError,
  nameOf: ErrorSummaryProps['nameOf'],
): NamedField[] {
  const sharing = errors.filter((error) => error.message === message && error.part === part);
  const named = sharing.flatMap(({ field, fieldId }) => {
    const name = field === undefined ? undefined : nameOf?.(field);
    return name !== undefined && fieldId !== undefined ? [{ name, fieldId }] : [];
  });
  return named.length === sharing.length ? named : [];
}

/** Links to the message's field, or to each field that it names; without names, to the first. */
function Message({ error, fields }: { error: SummaryError; fields: readonly NamedField[] }) {
  const pieces = fields.length > 1 ? piecesOfSentence(error.message, fields) : null;
  const shown = pieces ?? [{ words: error.message, fieldId: error.fieldId }];
  return shown.map(({ words, fieldId }, index) =>
    fieldId === undefined ? (
      words
    ) : (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one sentence have no other order.
        key={index}
        href={`#${fieldId}`}
        onClick={(event) => {
          event.preventDefault();
          focusControl(fieldId);
        }}
      >
        {words}
      </a>
    ),
  );
}
