import { usePageTitle } from '#browser/page-title.ts';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { WarningIcon } from '#ui/office/icons.tsx';
import { StateMessage } from '#ui/office/state-message.tsx';

export function NotFoundPage() {
  const { text } = useLanguage();
  const { shopName } = useStaffSession();
  usePageTitle(text('Page not found'), shopName);
  return (
    <StateMessage
      isPage
      icon={<WarningIcon />}
      heading={text('There is no page at this address')}
      action={
        <ButtonLink kind="secondary" small to="/">
          {text('Back to Today')}
        </ButtonLink>
      }
    />
  );
}
