import { hasPermission, type Permission, type Role } from '#features/staff/domain/permissions.ts';
import { MAILS_TO_STAFF } from '#platform/mail/mail-kinds.ts';
import { NOTICE_KINDS, seesEveryMatter } from '../domain/who-sees.ts';

/** The kinds of mails that lists do not show to somebody with these roles. */
export function hiddenMailKinds(roles: readonly Role[]): readonly string[] {
  const may = (permission: Permission) => hasPermission(roles, permission);
  return [
    ...(may('staff.manage') ? [] : MAILS_TO_STAFF),
    // A notice is one mail about all kinds of matters.
    ...(seesEveryMatter(may) ? [] : NOTICE_KINDS),
  ];
}
