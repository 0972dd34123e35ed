import { useState } from 'react';
import { keptForm } from '#browser/kept-form.ts';
import { useStaffSession } from './staff-session.tsx';

/**
 * Keeps what is typed into a form in this tab until `drop`, for the person who typed it: it survives a reload, a wrong
 * click and the end of the session. Never for passwords or bank details.
 */
export function useKeptValues<Values extends object>(
  name: string,
  first: Values,
): { values: Values; change: (changes: Partial<Values>) => void; drop: () => void; isRestored: boolean } {
  const { person } = useStaffSession();
  const [form] = useState(() => keptForm<Values>(`office.${person.id}.${name}`));
  const [values, setValues] = useState(() => form.restore(first));
  const [isRestored, setRestored] = useState(() => JSON.stringify(values) !== JSON.stringify(first));
  return {
    values,
    isRestored,
    change: (changes) =>
      setValues((now) => {
        const next = { ...now, ...changes };
        form.keep(next);
        return next;
      }),
    drop: () => {
      form.drop();
      setValues(first);
      setRestored(false);
    },
  };
}
