import { useEffect, useState } from 'react';
import { keptForm } from '#browser/kept-form.ts';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { type Choice, type KeptChoices, keepChoices, keptChoices } from './kept-choices.ts';
import type { Line } from './statement-page.tsx';

/**
 * A person's decisions about the open lines of a statement. This tab keeps them until the lines are booked, so that the
 * page can be left and opened again.
 */
export function useKeptChoices({ import: id, lines }: { readonly import: number; readonly lines: readonly Line[] }) {
  const { person } = useStaffSession();
  const [form] = useState(() => keptForm<KeptChoices>(`office.${person.id}.statement.${id}`));
  const [first] = useState(() => {
    const open = lines.filter(({ result }) => result === null);
    return keptChoices(form, new Set(open.map(({ number }) => number)));
  });
  const [choices, setChoices] = useState<ReadonlyMap<number, Choice>>(first.choices);
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(first.leftOut);
  useEffect(() => keepChoices(form, { choices, leftOut }), [form, choices, leftOut]);
  return { choices, leftOut, setChoices, setLeftOut };
}
