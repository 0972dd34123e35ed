import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { acceptRefusalTexts } from '../words/accept-refusal.ts';

/** Shown at a box that was unticked because there are new terms. */
export const ChangedTermsNotice = () => {
  const { translate } = useLanguage();
  return (
    <Notice tone="warn" small role="status">
      {translate(acceptRefusalTexts.terms_changed)}
    </Notice>
  );
};
