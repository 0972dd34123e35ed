import { useEffect, useState } from 'react';
import { type KeptForm, keptForm } from './kept-form.ts';
import { useSessionStore } from './session-store.ts';

/**
 * What is typed into the form with this name, kept over a reload and over a login that ends; dropped when the page is left otherwise.
 * Give `restore(first)` to `useForm` as its initial values, and call `useKeeping` with those that it has now.
 */
export function useKeptForm<Values extends object>(name: string): KeptForm<Values> {
  const session = useSessionStore();
  const [form] = useState(() => keptForm<Values>(name));
  useEffect(
    () => () => {
      // Without a login the customer comes back here after the next one.
      if (session.get().token !== null) form.drop();
    },
    [session, form],
  );
  return form;
}

/** Keeps the values whenever they change. */
export function useKeeping<Values extends object>(form: KeptForm<Values>, values: Values, isEdited: boolean): void {
  useEffect(() => {
    if (isEdited) form.keep(values);
  }, [form, values, isEdited]);
}
