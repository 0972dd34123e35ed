import { useEffect, useRef } from 'react';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';

/** What stands in the form's place once the terms are accepted; it takes focus when that has just happened. */
export function AcceptedNotice({ isNew }: { isNew: boolean }) {
  const { text } = useLanguage();
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isNew) notice.current?.focus();
  }, [isNew]);
  return (
    <Notice tone="ok" ref={notice}>
      {text('Thank you! Please check your email for further instructions.')}
    </Notice>
  );
}
