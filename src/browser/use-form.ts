import { type FormEvent, type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { Problem } from '#kernel/problem.ts';
import { focusControl } from '#ui/error-summary.tsx';
import { useLanguage } from '#ui/language.ts';
import { fromServer, recheck, refusalOf, type ShownErrors } from './form-errors.ts';
import { markTitleWithError } from './page-title.ts';

type TextKey<Values> = { [Key in keyof Values]: Values[Key] extends string ? Key : never }[keyof Values] & string;
type BooleanKey<Values> = { [Key in keyof Values]: Values[Key] extends boolean ? Key : never }[keyof Values] & string;

export interface UseFormOptions<Values extends object> {
  /** Only read on the first render; `reset` takes new values. */
  initial: Values;
  /** A pure function that returns all problems in the order of the fields. */
  validate: (values: Values) => readonly Problem<(keyof Values & string) | undefined>[];
  /**
   * Sends the values. Throws (as `call` does) to show the server's message, or returns errors. Absent for a step of a
   * wizard, which uses `onContinue`.
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: most submits return nothing.
  submit?: (values: Values) => Promise<void | readonly Problem<(keyof Values & string) | undefined>[]>;
  /** Maps the server's field names to the form's if they differ. */
  serverField?: (name: string) => (keyof Values & string) | undefined;
}

/** An error as the summary shows it. */
type ShownError<Field extends string = string> = Problem<Field | undefined> & { readonly fieldId?: string };

export interface TextFieldProps {
  id: string;
  name: string;
  value: string;
  onChange: (event: { currentTarget: { value: string } }) => void;
  error: string | undefined;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

interface CheckboxFieldProps extends Omit<TextFieldProps, 'value' | 'onChange'> {
  checked: boolean;
  onChange: (event: { currentTarget: { checked: boolean } }) => void;
}

export interface Form<Values extends object> {
  values: Values;
  /** Whether a value differs from the initial one. */
  edited: boolean;
  /** Props to spread into Field, PasswordField, SelectField, TextArea or RadioCards. */
  field: (name: TextKey<Values>) => TextFieldProps;
  /** Props to spread into Checkbox. */
  checkbox: (name: BooleanKey<Values>) => CheckboxFieldProps;
  setValue: <Key extends keyof Values & string>(name: Key, value: Values[Key]) => void;
  /** Errors that belong to no field have no `fieldId`. */
  errors: readonly ShownError<keyof Values & string>[];
  summaryRef: RefObject<HTMLDivElement | null>;
  pending: boolean;
  onSubmit: (event?: FormEvent) => void;
  /** For a step of a wizard instead of `onSubmit`: calls `onValid` if the values are valid. */
  onContinue: (onValid: () => void) => (event?: FormEvent) => void;
  /** Starts again without errors, with these values or the initial ones. */
  reset: (values?: Values) => void;
  clearErrors: () => void;
}

/**
 * The state of a form. It is first checked on submit; after that, a field with an error is rechecked on every change
 * until it is valid. A failed submit keeps the values and moves focus to the summary, or to the first field in error if
 * the form has none.
 */
export function useForm<Values extends object>(options: UseFormOptions<Values>): Form<Values> {
  const language = useLanguage();
  type Name = keyof Values & string;
  const formId = useId();
  const [start, setStart] = useState(options.initial);
  const [values, setValues] = useState(options.initial);
  const [errors, setErrors] = useState<ShownErrors<Name>>([]);
  const [pending, setPending] = useState(false);
  const [failures, setFailures] = useState(0);
  const summaryRef = useRef<HTMLDivElement>(null);
  // The newest state, for handlers that outlive a render, such as a submit that is still running.
  const now = useRef({ values, sending: false, mounted: true });

  useEffect(() => {
    now.current.mounted = true;
    return () => {
      now.current.mounted = false;
    };
  }, []);

  const focusErrors = useEffectEvent(() => {
    if (summaryRef.current) return summaryRef.current.focus();
    const first = errors.find(({ field }) => field !== undefined)?.field;
    if (first !== undefined) focusControl(idOf(first));
  });
  useEffect(() => {
    if (failures > 0) focusErrors();
  }, [failures]);

  const inError = errors.length > 0;
  useEffect(() => (inError ? markTitleWithError(language) : undefined), [inError, language]);

  const idOf = (name: string) => `${formId}-${name}`;

  const setValue = <Key extends Name>(name: Key, value: Values[Key]) => {
    const next = { ...now.current.values, [name]: value };
    now.current.values = next;
    setValues(next);
    setErrors((shown) => (shown.length === 0 ? shown : recheck(shown, name, options.validate(next))));
  };

  // Input from before the page's scripts ran, typed or autofilled, is in the fields but not yet in the state.
  const adoptInput = useEffectEvent(() => {
    for (const name of Object.keys(now.current.values) as Name[]) {
      const field = document.getElementById(idOf(name));
      const isText = field instanceof HTMLInputElement && field.type !== 'checkbox' && field.type !== 'radio';
      if (!isText && !(field instanceof HTMLTextAreaElement) && !(field instanceof HTMLSelectElement)) continue;
      if (field.value !== now.current.values[name]) setValue(name, field.value as Values[typeof name]);
    }
  });
  useEffect(() => adoptInput(), []);

  const fail = (found: ShownErrors<Name>) => {
    setErrors(found);
    setFailures((count) => count + 1);
  };

  /** Shows the problems found. Returns whether there were none. */
  const check = (): boolean => {
    const found = options.validate(now.current.values);
    if (found.length > 0) fail(found);
    else setErrors([]);
    return found.length === 0;
  };

  const send = async () => {
    now.current.sending = true;
    setPending(true);
    try {
      const refused = await options.submit?.(now.current.values);
      if (now.current.mounted && refused && refused.length > 0) {
        fail(refused.map((error) => ({ ...error, fromServer: true })));
      }
    } catch (thrown) {
      const fieldOf =
        options.serverField ?? ((name: string) => (name in now.current.values ? (name as Name) : undefined));
      if (now.current.mounted) fail(fromServer(language, refusalOf(thrown), fieldOf));
    } finally {
      now.current.sending = false;
      if (now.current.mounted) setPending(false);
    }
  };

  const whenValid = (act: () => void) => (event?: FormEvent) => {
    event?.preventDefault();
    event?.stopPropagation();
    if (!now.current.sending && check()) act();
  };

  const wiring = (name: Name) => {
    const found = errors.find((other) => other.field === name);
    const error = found?.atField ?? found?.message;
    return {
      id: idOf(name),
      name,
      error,
      'aria-invalid': error ? (true as const) : undefined,
      'aria-describedby': error ? `${idOf(name)}-error` : undefined,
    };
  };

  return {
    values,
    edited: values !== start && Object.keys(values).some((key) => values[key as Name] !== start[key as Name]),
    field: (name) => ({
      ...wiring(name),
      value: values[name] as string,
      onChange: (event) => setValue(name, event.currentTarget.value as Values[typeof name]),
    }),
    checkbox: (name) => ({
      ...wiring(name),
      checked: values[name] as boolean,
      onChange: (event) => setValue(name, event.currentTarget.checked as Values[typeof name]),
    }),
    setValue,
    errors: errors.map(({ field, message, atField }) => ({ field, message, atField, fieldId: field && idOf(field) })),
    summaryRef,
    pending,
    onSubmit: whenValid(() => void send()),
    onContinue: whenValid,
    reset: (next) => {
      const first = next ?? start;
      now.current.values = first;
      setStart(first);
      setValues(first);
      setErrors([]);
    },
    clearErrors: () => setErrors([]),
  };
}
