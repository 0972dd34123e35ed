import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { announce } from '#browser/announcer.ts';
import { type MissingThing, missingIn } from '#features/shop-config/domain/missing.ts';
import { markedText } from '#kernel/language.ts';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import styles from './login-expired-notice.module.css';

const sentences: Readonly<Record<MissingThing, ReturnType<typeof markedText>>> = {
  page: markedText('The page you were looking for does not exist.'),
  item: markedText('The item you were looking for is not on sale.'),
  order: markedText('We could not find that order in your account. It may belong to a different email address.'),
  refund: markedText('We could not find that refund in your account. It may belong to a different email address.'),
};

/**
 * Says after a redirect what the visitor asked for and could not be shown. The `missing` parameter is removed from the
 * address, so that copied links do not repeat the sentence. The history entry keeps it, so it is shown again after a
 * reload and on coming back.
 */
export default function MissingNotice() {
  const { translate } = useLanguage();
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const inAddress = missingIn(search);
  const thing = inAddress ?? (state as { missing: MissingThing }).missing;
  const sentence = translate(sentences[thing]);
  useEffect(() => announce(sentence), [sentence]);
  useEffect(() => {
    if (inAddress) void navigate(pathname, { replace: true, state: { missing: inAddress } });
  }, [inAddress, navigate, pathname]);
  return (
    <div className={`page ${styles.place}`}>
      <Notice small tone="info" className={styles.notice}>
        {sentence}
      </Notice>
    </div>
  );
}
