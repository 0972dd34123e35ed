import type { ComponentType } from 'react';
import { useLocation } from 'react-router';
import { useOfficeCall } from '#browser/use-office-call.ts';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { type DefaultView, defaultViewOf } from '../domain/default-view.ts';
import type { SavedList } from '../domain/saved-view.ts';
import { RoleOpening } from './list-address.ts';

/** A page with a list that opens with the default view of the person's role. */
export const withDefaultView = (list: SavedList, Page: ComponentType) =>
  function Opened() {
    const { search, state } = useLocation();
    const { person } = useStaffSession();
    const { data, isPending } = useOfficeCall('views-list', { list });
    // With filters in the address, or a searched text, the list opens with those.
    if (isPending && search === '' && state === null) return null;
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
