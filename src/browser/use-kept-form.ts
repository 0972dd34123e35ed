import { useEffect, useState } from 'react';
import { type KeptForm, keptForm } from './kept-form.ts';
import { useSessionStore } from './session-store.ts';

/**
 * Keeps the input of the form with this name during a reload and after the end of a login; otherwise it is dropped when
 * the page is left. Pass `restore(first)` to `useForm` as the initial values, and its current values to `useKeeping`.
 */
export function useKeptForm<Values extends object>(name: string): KeptForm<Values> {
  const session = useSessionStore();
  const [form] = useState(() => keptForm<Values>(name));
  useEffect(
    () => () => {
      // Without a login, the customer returns here after the next one.
      if (session.get().token !== null) form.drop();
    },
    [session, form],
  );
  return form;
}

export function useKeeping<Values extends object>(form: KeptForm<Values>, values: Values, isEdited: boolean): void {
  useEffect(() => {
    if (isEdited) form.keep(values);
  }, [form, values, isEdited]);
}
