import { useState } from 'react';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { useLanguage } from '#ui/language.ts';
import type { ListChoice } from '#ui/office/list.tsx';

export interface Choice<Row> {
  readonly list: ListChoice<Row>;
  /** Chosen rows that the list still shows. */
  readonly rows: readonly Row[];
  readonly keys: readonly string[];
  /** True if not only the rows that are shown are chosen, but all that match. */
  readonly isAll: boolean;
  chooseAll: () => void;
  clear: () => void;
}

interface Chosen {
  /** The filter to which the choice belongs. With another filter it starts empty. */
  readonly of: string;
  readonly keys: ReadonlySet<string>;
  readonly isAll: boolean;
  readonly last: string | null;
}

/** The rows of a list that somebody chose. Null for people who cannot do anything with them. */
export function useChoice<Row>(rows: readonly Row[], keyOf: (row: Row) => string, filter: object): Choice<Row> | null {
  const { text } = useLanguage();
  const { may } = useStaffSession();
  const of = JSON.stringify(filter);
  const none: Chosen = { of, keys: new Set(), isAll: false, last: null };
  const [kept, setChosen] = useState(none);
  if (!may('orders.serve') && !may('mails.retry')) return null;
  const chosen = kept.of === of ? kept : none;
  const shown = rows.map(keyOf);
  const choose = (keys: readonly string[], isChosen: boolean, last: string | null) => {
    const next = new Set(chosen.isAll ? shown : chosen.keys);
    for (const key of keys)
      if (isChosen) next.add(key);
      else next.delete(key);
    setChosen({ of, keys: next, isAll: false, last });
  };
  const isChosen = (row: Row) => chosen.isAll || chosen.keys.has(keyOf(row));
  const chosenRows = rows.filter(isChosen);
  return {
    list: {
      isChosen,
      choose(row, isNowChosen, reaches) {
        const key = keyOf(row);
        const from = reaches && chosen.last !== null ? shown.indexOf(chosen.last) : -1;
        const to = shown.indexOf(key);
        const reached = from < 0 ? [key] : shown.slice(Math.min(from, to), Math.max(from, to) + 1);
        choose(reached, isNowChosen, key);
      },
      chooseShown: (isNowChosen) => choose(shown, isNowChosen, null),
      label: (row) => text('Select {name}', { name: keyOf(row) }),
      labelOfShown: text('Select all shown'),
    },
    rows: chosenRows,
    keys: chosenRows.map(keyOf),
    isAll: chosen.isAll,
    chooseAll: () => setChosen({ ...none, isAll: true }),
    clear: () => setChosen(none),
  };
}
