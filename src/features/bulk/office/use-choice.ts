import { useState } from 'react';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { useLanguage } from '#ui/language.ts';
import type { ListChoice } from '#ui/office/list.tsx';

export interface Choice<Row> {
  readonly list: ListChoice<Row>;
  /** Chosen rows that are still in the list. */
  readonly rows: readonly Row[];
  readonly keys: readonly string[];
  /** True if all rows that match the filter are chosen, not only those shown. */
  readonly isAll: boolean;
  chooseAll: () => void;
  clear: () => void;
}

interface Chosen {
  /** The filter to which the choice belongs. Another filter starts with an empty choice. */
  readonly filter: string;
  readonly keys: ReadonlySet<string>;
  readonly isAll: boolean;
  readonly last: string | null;
}

/** The chosen rows of a list. Null for staff who may not act on them. */
export function useChoice<Row>(rows: readonly Row[], keyOf: (row: Row) => string, filter: object): Choice<Row> | null {
  const { text } = useLanguage();
  const { may } = useStaffSession();
  const filterKey = JSON.stringify(filter);
  const none: Chosen = { filter: filterKey, keys: new Set(), isAll: false, last: null };
  const [stored, setChosen] = useState(none);
  if (!may('orders.serve') && !may('mails.retry')) return null;
  const chosen = stored.filter === filterKey ? stored : none;
  const shown = rows.map(keyOf);
  const choose = (keys: readonly string[], isChosen: boolean, last: string | null) => {
    const next = new Set(chosen.isAll ? shown : chosen.keys);
    for (const key of keys)
      if (isChosen) next.add(key);
      else next.delete(key);
    setChosen({ filter: filterKey, keys: next, isAll: false, last });
  };
  const isChosen = (row: Row) => chosen.isAll || chosen.keys.has(keyOf(row));
  const chosenRows = rows.filter(isChosen);
  return {
    list: {
      isChosen,
      choose(row, isNowChosen, isRange) {
        const key = keyOf(row);
        const from = isRange && chosen.last !== null ? shown.indexOf(chosen.last) : -1;
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
