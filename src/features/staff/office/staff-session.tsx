import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import type { Permission } from '../domain/permissions.ts';

export type OfficeSession = OfficeAnswer<'session'>;

export interface StaffSession {
  shopName: string;
  person: NonNullable<OfficeSession['person']>;
  /** Whether one of the person's roles has the permission. Decides only what is shown; the server checks each call. */
  may: (permission: Permission) => boolean;
}

const Context = createContext<StaffSession | null>(null);

/** `value` belongs to somebody who is signed in. */
export function StaffSessionProvider({ value, children }: { value: OfficeSession; children: ReactNode }) {
  const session = useMemo(() => {
    const permissions = new Set<Permission>(value.permissions);
    return {
      shopName: value.shop_name,
      person: value.person!,
      may: (permission: Permission) => permissions.has(permission),
    };
  }, [value]);
  return <Context value={session}>{children}</Context>;
}

/** Throws where nobody is signed in. */
export function useStaffSession(): StaffSession {
  const session = useContext(Context);
  if (!session) throw new Error('Nobody is signed in');
  return session;
}
