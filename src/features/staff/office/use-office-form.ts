import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { keptForm } from '#browser/kept-form.ts';
import { addUnsaved } from '#browser/unsaved.ts';
import { type CheckedForm, useCheckedForm } from '#browser/use-checked-form.ts';
import type { UseFormOptions } from '#browser/use-form.ts';
import { useStaffSession } from './staff-session.tsx';

export interface OfficeFormOptions<Values extends object> extends UseFormOptions<Values> {
  /**
   * Keeps what is typed in this tab under this name until it is saved or discarded: it survives a reload and the end
   * of the session. Leave it out for passwords and bank details, and for forms that are only choices.
   */
  keptAs?: string;
  /** The saved values that others can change, as they are now. */
  latest?: Partial<Values>;
}

export interface OfficeForm<Values extends object> extends CheckedForm<Values> {
  /** Earlier unsaved input was restored. */
  isRestored: boolean;
  /** There is unsaved input. */
  isUnsaved: boolean;
  /** Discards the input, including what this tab keeps of it. */
  discard: () => void;
  /** Somebody else's newer value of a field, if it is neither what the form began with nor what is typed. */
  theirs: <Name extends keyof Values & string>(name: Name) => Values[Name] | undefined;
  /** Call it once the values are saved. Leaving the page then no longer asks, and this tab keeps no copy. */
  markSaved: () => void;
}

/** A form for a signed-in person: checked field by field, kept in this tab, and never discarded without asking. */
export function useOfficeForm<Values extends object>({
  keptAs,
  latest,
  submit,
  ...options
}: OfficeFormOptions<Values>): OfficeForm<Values> {
  const { person } = useStaffSession();
  const [kept] = useState(() => (keptAs === undefined ? null : keptForm<Values>(`office.${person.id}.${keptAs}`)));
  const [first] = useState(options.initial);
  const [initial] = useState(() => kept?.restore(first) ?? first);
  const [isRestored, setRestored] = useState(() => JSON.stringify(initial) !== JSON.stringify(first));
  const [base, setBase] = useState(first);
  const remove = useRef(() => {});
  const markSaved = () => {
    remove.current();
    kept?.drop();
    setRestored(false);
    setBase(form.values);
  };
  const form = useCheckedForm<Values>({
    ...options,
    initial,
    ...(submit && {
      submit: async (values: Values) => {
        const refused = await submit(values);
        if (!refused || refused.length === 0) markSaved();
        return refused;
      },
    }),
  });
  const { values, edited } = form;
  const newer = (Object.keys(latest ?? {}) as (keyof Values & string)[]).filter(
    (name) => latest?.[name] !== base[name],
  );
  // A field that nobody has typed into follows what is saved.
  const followed = newer.filter((name) => values[name] === base[name]);
  const follow = useEffectEvent(() => {
    for (const name of followed) form.setValue(name, latest![name]!);
    setBase({ ...base, ...Object.fromEntries(followed.map((name) => [name, latest![name]])) });
  });
  const hasNewer = followed.length > 0;
  useEffect(() => {
    if (hasNewer) follow();
  }, [hasNewer]);
  const isUnsaved = edited || isRestored;
  const discard = () => {
    const saved = { ...first, ...latest };
    markSaved();
    setBase(saved);
    form.reset(saved);
  };
  const forget = useEffectEvent(discard);
  const isInDialog = useEffectEvent(() =>
    (Object.keys(values) as (keyof Values & string)[]).some((name) =>
      document.getElementById(form.at(name).id)?.closest('[role=dialog]'),
    ),
  );
  useEffect(() => {
    // Only what was typed is kept, so that the other fields show the saved values after a reload.
    const typed = Object.entries(values).filter(([name, value]) => value !== first[name as keyof Values]);
    if (edited) kept?.keep(Object.fromEntries(typed) as Values);
  }, [kept, values, edited, first]);
  useEffect(() => {
    if (!isUnsaved) return;
    remove.current = addUnsaved({ isInDialog: () => isInDialog(), isKept: kept !== null, discard: () => forget() });
    return () => remove.current();
  }, [isUnsaved, kept]);
  const theirs = <Name extends keyof Values & string>(name: Name) =>
    newer.includes(name) && latest?.[name] !== values[name] ? latest?.[name] : undefined;
  return { ...form, theirs, isRestored, isUnsaved, discard, markSaved };
}
