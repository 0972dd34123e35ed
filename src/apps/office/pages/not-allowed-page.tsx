import { usePageTitle } from '#browser/page-title.ts';
import { type Permission, permissionsOf, ROLES } from '#features/staff/domain/permissions.ts';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { roleNames } from '#features/staff/words/roles.ts';
import { ButtonLink } from '#ui/button.tsx';
import { LockIcon } from '#ui/icons.tsx';
import { useLanguage } from '#ui/language.ts';
import { StateMessage } from '#ui/office/state-message.tsx';

/** Names the roles that may open the page, and who can grant them. */
export function NotAllowedPage({ permission }: { permission: Permission }) {
  const { text, translate } = useLanguage();
  const { person, shopName } = useStaffSession();
  usePageTitle(text('Not allowed'), shopName);
  const names = (roles: readonly (keyof typeof roleNames)[]) =>
    roles.map((role) => translate(roleNames[role])).join(', ');
  const roles = ROLES.filter((role) => permissionsOf([role]).includes(permission));
  return (
    <StateMessage
      isPage
      icon={<LockIcon />}
      heading={text('You do not have access to this page')}
      action={
        <ButtonLink kind="secondary" small to="/">
          {text('Back to Today')}
        </ButtonLink>
      }
    >
      {text('It is open to these roles: {roles}. Your roles: {own}. An owner can change your roles.', {
        roles: names(roles),
        own: names(person.roles),
      })}
    </StateMessage>
  );
}
