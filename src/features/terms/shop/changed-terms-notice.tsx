import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { acceptRefusalTexts } from '../words/accept-refusal.ts';

/** Explains that new terms have unchecked the box. */
export const ChangedTermsNotice = () => {
  const { translate } = useLanguage();
  return (
    <Notice tone="warn" small role="status">
      {translate(acceptRefusalTexts.terms_changed)}
    </Notice>
  );
};
