import { createContext, useContext, useEffect, useEffectEvent } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { daysOf, PERIODS, type Period } from '#features/reports/domain/report-period.ts';
import { edgeOfTypedDay, isoDay, localDay } from '#kernel/local-day.ts';
import { mayBeInAddress } from '../domain/text-in-address.ts';

/** Returns a query parameter of the address; '' if it is missing. */
export type ParameterOf = (name: string) => string;

export interface ListAddress {
  /** Below `/office`. */
  path: string;
  parameter: ParameterOf;
  /** Changes parameters of the address; '' removes one. */
  choose: (parts: Readonly<Record<string, string>>) => void;
  /** The part of the address after the question mark. */
  query: string;
  /** The state of the history entry, with a searched text that may not be in the address. */
  state: unknown;
  /** The view that is shown if the address has none. */
  firstView: string;
  /** The filters that the list opens with for this person; '' for the first view. */
  opening: string;
}

/** The filters of the default view of the person's role; null if the role has none. */
export const RoleOpening = createContext<string | null>(null);

/** Kept in the state of the history entry, which stays in this tab. */
interface Searched {
  searched?: string;
}

/**
 * Keeps view and filters of a list in the page's address, so that a copied link shows the same list. A searched text
 * that may name a person is kept in the state of the history instead: going back and a reload find it there, but the
 * browser's list of visited addresses never contains it. A list that is opened without any filter gets those of
 * the default view of the person's role, or else `usualOpening`, and writes them into the address.
 */
export function useListAddress(path: string, firstView = 'all', usualOpening = ''): ListAddress {
  const opening = useContext(RoleOpening) ?? usualOpening;
  const [requested, setParams] = useSearchParams();
  const { searched = '' } = (useLocation().state as Searched | null) ?? {};
  const isPlain = requested.size === 0 && searched === '' && opening !== '';
  const params = isPlain ? new URLSearchParams(opening) : requested;
  const inAddress = params.get('q') ?? '';
  const go = (changed: URLSearchParams, text: string) => {
    const isShown = mayBeInAddress(text);
    if (isShown) changed.set('q', text);
    else changed.delete('q');
    setParams(changed, { replace: true, state: isShown || text === '' ? null : { searched: text } });
  };
  const isPersonal = inAddress !== '' && !mayBeInAddress(inAddress);
  const moveOut = useEffectEvent(() => go(new URLSearchParams(params), inAddress));
  useEffect(() => {
    if (isPersonal) moveOut();
  }, [isPersonal]);
  const writeView = useEffectEvent(() => go(new URLSearchParams(params), ''));
  useEffect(() => {
    if (isPlain) writeView();
  }, [isPlain]);
  return {
    path,
    ...{ firstView, opening },
    query: params.toString(),
    state: searched === '' ? null : { searched },
    parameter: (name) => (name === 'q' ? inAddress || searched : (params.get(name) ?? '')),
    choose: ({ q = inAddress || searched, ...parts }) => {
      const changed = new URLSearchParams(params);
      for (const [name, value] of Object.entries(parts)) {
        if (value === '') changed.delete(name);
        else changed.set(name, value);
        // A departure belongs to its item.
        if (name === 'item') changed.delete('departure');
      }
      // Otherwise the list would start again from its default view.
      if (changed.size === 0 && opening !== '') changed.set('view', firstView);
      go(changed, q);
    },
  };
}

export const parametersIn = (query: string): ParameterOf => {
  const params = new URLSearchParams(query);
  return (name) => params.get(name) ?? '';
};

/**
 * Returns the named period of an address, which stays relative: "last month" is a different month in June than in May.
 */
export const periodIn = (parameter: ParameterOf): Period | null =>
  PERIODS.find((one) => one === parameter('days')) ?? null;

/** Returns the moments at which the days of an address begin and end. */
export function momentsIn(parameter: ParameterOf, timezone: string): { from: string | null; until: string | null } {
  const period = periodIn(parameter);
  if (period === null)
    return {
      from: edgeOfTypedDay(parameter('from'), timezone, 0),
      until: edgeOfTypedDay(parameter('until'), timezone, 1),
    };
  const { from, until } = daysOf(period, localDay(new Date(), timezone));
  return { from: edgeOfTypedDay(isoDay(from), timezone, 0), until: edgeOfTypedDay(isoDay(until), timezone, 1) };
}

/**
 * Builds the filter for a count: the address's own, and if `after` is set, only rows later than that moment. Moments
 * are exact to the millisecond.
 */
export const countedBy =
  <Filter extends object>(filterIn: (parameter: ParameterOf, timezone: string) => Filter, timezone = '') =>
  ({ parameter, after }: { readonly parameter: ParameterOf; readonly after: string | null }): Filter => {
    const filter = filterIn(parameter, timezone);
    if (after === null || !('from' in filter)) return filter;
    const next = new Date(Date.parse(after) + 1).toISOString();
    return { ...filter, from: typeof filter.from === 'string' && filter.from > next ? filter.from : next };
  };
