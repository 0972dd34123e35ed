import { type ComponentType, useState } from 'react';
import { useLocation } from 'react-router';
import { useOfficeCall } from '#browser/use-office-call.ts';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { QueryState } from '#ui/office/query-state.tsx';
import { type DefaultView, defaultViewOf } from '../domain/default-view.ts';
import type { SavedList } from '../domain/saved-view.ts';
import { RoleOpening } from './list-address.ts';

/** A page with a list that opens with the default view of the person's role. */
export const withDefaultView = (list: SavedList, Page: ComponentType) =>
  function Opened() {
    const { search, state } = useLocation();
    const { person } = useStaffSession();
    const views = useOfficeCall('views-list', { list });
    // With filters in the address, or a searched text, the list opens with those. Without the views it opens as usual.
    const isKnown = search !== '' || state !== null || !views.isPending || views.failureCount > 0;
    // Once open, the page stays: it loads the views too, and a retry after a failure must not unmount it.
    const [isOpen, setOpen] = useState(isKnown);
    if (isKnown && !isOpen) setOpen(true);
    if (!isOpen && !isKnown)
      return (
        <QueryState query={views} failed="">
          {() => null}
        </QueryState>
      );
    const { data } = views;
    const found = defaultViewOf((data?.defaults ?? []) as DefaultView[], person.roles);
    const saved = data?.views.find(({ id }) => id === found?.saved);
    const opening = saved
      ? [saved.query, `saved=${saved.id}`].filter((part) => part !== '').join('&')
      : found?.built_in && `view=${found.built_in}`;
    return (
      <RoleOpening value={opening ?? null}>
        <Page />
      </RoleOpening>
    );
  };
