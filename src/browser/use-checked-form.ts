import { useRef, useState } from 'react';
import { afterPress } from '#ui/office/after-press.ts';
import { type Form, type TextFieldProps, type UseFormOptions, useForm } from './use-form.ts';

export interface CheckedFieldProps extends TextFieldProps {
  onBlur: () => void;
}

export interface CheckedForm<Values extends object> extends Omit<Form<Values>, 'field'> {
  /** Props to spread into a field of any kind. */
  field: (name: TextName<Values>) => CheckedFieldProps;
  /** For a field of another kind: its id for the summary of errors, and what is wrong with it. */
  at: (name: keyof Values & string) => { id: string; error: string | undefined };
}

export type TextName<Values extends object> = Parameters<Form<Values>['field']>[0];

/**
 * A form of the office: `useForm` that also checks a field when it is left, if something was typed into it. An empty
 * field that somebody only passes through is not an error until the form is sent.
 */
export function useCheckedForm<Values extends object>(options: UseFormOptions<Values>): CheckedForm<Values> {
  const form = useForm(options);
  const typed = useRef(new Set<string>());
  const [leftFields, setLeftFields] = useState<ReadonlySet<string>>(new Set());
  const problems = leftFields.size === 0 ? [] : options.validate(form.values);
  return {
    ...form,
    at: (name) => {
      const { id, error } = form.field(name as TextName<Values>);
      return { id, error };
    },
    field: (name) => {
      const own = form.field(name);
      const found = leftFields.has(name) ? problems.find(({ field }) => field === name) : undefined;
      const error = own.error ?? found?.atField ?? found?.message;
      return {
        ...own,
        error,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': error ? `${own.id}-error` : undefined,
        onChange: (event) => {
          typed.current.add(name);
          // An error stays, with its newest sentence, until it is corrected. A new one waits until the field is left.
          if (leftFields.has(name) && !found) setLeftFields(new Set([...leftFields].filter((other) => other !== name)));
          own.onChange(event);
        },
        onBlur: () => {
          if (!typed.current.has(name)) return;
          afterPress(() => setLeftFields((before) => new Set([...before, name])));
        },
      };
    },
    reset: (values) => {
      typed.current.clear();
      setLeftFields(new Set());
      form.reset(values);
    },
  };
}
