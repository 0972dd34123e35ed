import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { useNavigationType } from 'react-router';
import { rememberRow, takeOpenedRow, takeRow } from '#browser/last-list.ts';
import { officeCall } from '#browser/office-api.ts';
import { useKeys } from '#browser/use-keys.ts';
import { useRestedRow } from '#browser/use-rested-row.ts';
import { useStaffSession } from '#features/staff/office/public.tsx';

/** Loads an order before its row is clicked. An order loaded within the last minute is not loaded again. */
export function usePrefetchedOrder(): void {
  const queries = useQueryClient();
  const { may } = useStaffSession();
  useRestedRow((address) => {
    const code = /^\/orders\/([^/]+)$/.exec(address)?.[1];
    if (code === undefined || !may('orders.see')) return;
    void queries.prefetchQuery({
      queryKey: ['order-open', { code }],
      // The person has not opened it yet, so it must neither extend the session nor ask who the person is.
      queryFn: ({ signal }) => officeCall('order-open', { code }, { signal, polls: true, failsWithoutProof: true }),
    });
  });
}

/** Calls back when the end of the list comes near, by scrolling or by the keyboard. */
export function useNearEnd(onNear: () => void): RefObject<HTMLDivElement | null> {
  const foot = useRef<HTMLDivElement>(null);
  const near = useEffectEvent(onNear);
  // After each render, because the end moves away with every page that is shown.
  useEffect(() => {
    if (!foot.current) return;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) near();
      },
      { rootMargin: '800px' },
    );
    watcher.observe(foot.current);
    return () => watcher.disconnect();
  });
  return foot;
}

/** J and K move between rows, Enter opens one, X selects it, and F moves to the filters. */
export function useListKeys(isOn: boolean): void {
  const focused = (all: readonly HTMLElement[]) => all.findIndex((row) => row.contains(document.activeElement));
  const move = (step: 1 | -1) => {
    const all = rowsShown();
    const at = focused(all);
    const next = all[at < 0 ? 0 : at + step];
    (next?.querySelector<HTMLElement>('a[href]') ?? next?.querySelector<HTMLElement>('button, input'))?.focus();
  };
  useKeys(isOn, {
    j: () => move(1),
    k: () => move(-1),
    x: () => {
      const all = rowsShown();
      all[focused(all)]?.querySelector<HTMLElement>('input[type=checkbox]')?.click();
    },
    f: () => document.getElementById('filter-text')?.focus(),
  });
}

const rowsShown = () => [...document.querySelectorAll<HTMLElement>('tbody > tr')];

function noteRow(clicked: Element, address: string): void {
  const row = clicked.closest<HTMLElement>('tbody > tr');
  if (row && clicked.closest('a')) rememberRow(address, rowsShown().indexOf(row));
}

/** After Back, focus is on the row that was opened, or on the one whose link was followed. */
export function useFocusOfOpenedRow(address: string, hasRows: boolean): void {
  const isBack = useNavigationType() === 'POP';
  useEffect(() => {
    const note = ({ target }: Event) => noteRow(target as Element, address);
    document.addEventListener('click', note, true);
    return () => document.removeEventListener('click', note, true);
  }, [address]);
  useEffect(() => {
    if (!isBack || !hasRows) return;
    const row = takeOpenedRow();
    const place = takeRow(address);
    if (row === null && place === null) return;
    // After the page's own effects, which move focus to its heading.
    const frame = requestAnimationFrame(() => {
      const links = [...document.querySelectorAll<HTMLAnchorElement>('td > a[href]')];
      const opened = links.find((link) => row !== null && link.pathname === `/office${row}`);
      const left = place === null ? null : rowsShown()[place]?.querySelector<HTMLElement>('a[href]');
      (opened ?? left)?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [isBack, hasRows, address]);
}
