import { useEffect, useEffectEvent } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { daysOf, PERIODS, type Period } from '#features/reports/domain/report-period.ts';
import { edgeOfTypedDay, isoDay, localDay } from '#kernel/local-day.ts';
import { mayBeInAddress } from '../domain/text-in-address.ts';

/** Returns a part of the address; '' if it is not there. */
export type Typed = (name: string) => string;

export interface ListAddress {
  /** Below `/office`. */
  path: string;
  typed: Typed;
  /** Changes parts of the address; '' removes one. */
  choose: (parts: Readonly<Record<string, string>>) => void;
  /** What comes after the question mark. */
  query: string;
  /** The state of the history's entry, with a searched text that is not in the address. */
  state: unknown;
  /** The view that an address without a view shows. */
  firstView: string;
}

/** Kept in the state of the history's entry, which stays in this tab. */
interface Searched {
  searched?: string;
}

/**
 * Keeps view and filters of a list in the page's address, so that a copied link shows the same list. A searched text
 * that may name a person is kept in the state of the history instead: going back and a reload find it there, but no
 * list of visited addresses has it.
 */
export function useListAddress(path: string, firstView = 'all'): ListAddress {
  const [params, setParams] = useSearchParams();
  const { searched = '' } = (useLocation().state as Searched | null) ?? {};
  const inAddress = params.get('q') ?? '';
  const go = (changed: URLSearchParams, text: string) => {
    const isKept = mayBeInAddress(text);
    if (isKept) changed.set('q', text);
    else changed.delete('q');
    setParams(changed, { replace: true, state: isKept || text === '' ? null : { searched: text } });
  };
  const isPersonal = inAddress !== '' && !mayBeInAddress(inAddress);
  const moveOut = useEffectEvent(() => go(new URLSearchParams(params), inAddress));
  useEffect(() => {
    if (isPersonal) moveOut();
  }, [isPersonal]);
  return {
    path,
    firstView,
    query: params.toString(),
    state: searched === '' ? null : { searched },
    typed: (name) => (name === 'q' ? inAddress || searched : (params.get(name) ?? '')),
    choose: ({ q = inAddress || searched, ...parts }) => {
      const changed = new URLSearchParams(params);
      for (const [name, value] of Object.entries(parts)) {
        if (value === '') changed.delete(name);
        else changed.set(name, value);
        // A departure belongs to its item.
        if (name === 'item') changed.delete('departure');
      }
      go(changed, q);
    },
  };
}

export const typedIn = (query: string): Typed => {
  const params = new URLSearchParams(query);
  return (name) => params.get(name) ?? '';
};

/** The named days of an address, which stay relative: "last month" is another month in June than in May. */
export const periodIn = (typed: Typed): Period | null => PERIODS.find((one) => one === typed('days')) ?? null;

/** The moments of the days that an address names or has. */
export function momentsIn(typed: Typed, timezone: string): { from: string | null; until: string | null } {
  const period = periodIn(typed);
  if (period === null)
    return {
      from: edgeOfTypedDay(typed('from'), timezone, 0),
      until: edgeOfTypedDay(typed('until'), timezone, 1),
    };
  const { from, until } = daysOf(period, localDay(new Date(), timezone));
  return { from: edgeOfTypedDay(isoDay(from), timezone, 0), until: edgeOfTypedDay(isoDay(until), timezone, 1) };
}

/**
 * The filter of each count: that of an address, and for new rows only those later than a moment. Moments are written in
 * milliseconds.
 */
export const countedBy =
  <Filter extends object>(filterIn: (typed: Typed, timezone: string) => Filter, timezone = '') =>
  ({ typed, after }: { readonly typed: Typed; readonly after: string | null }): Filter => {
    const filter = filterIn(typed, timezone);
    if (after === null || !('from' in filter)) return filter;
    const next = new Date(Date.parse(after) + 1).toISOString();
    return { ...filter, from: typeof filter.from === 'string' && filter.from > next ? filter.from : next };
  };
