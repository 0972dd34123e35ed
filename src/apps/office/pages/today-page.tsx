import { usePageTitle } from '#browser/page-title.ts';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { roleDuties, roleNames } from '#features/staff/words/roles.ts';
import { useLanguage } from '#ui/language.ts';
import { PageHead } from '#ui/office/page-head.tsx';
import { Panel } from '#ui/office/panel.tsx';

/** The first page: what the person's roles are for. */
export default function TodayPage() {
  const { text, translate } = useLanguage();
  const { person, shopName } = useStaffSession();
  usePageTitle(text('Today'), shopName);
  return (
    <>
      <PageHead heading={text('Today')} sub={text('Signed in as {name}', { name: person.name })} />
      {person.roles.map((role) => (
        <Panel key={role} heading={translate(roleNames[role])}>
          <p>{translate(roleDuties[role])}</p>
        </Panel>
      ))}
    </>
  );
}
