import { useEffect, useRef } from 'react';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';

/** Replaces the form after acceptance, and takes focus if that has just happened. */
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
