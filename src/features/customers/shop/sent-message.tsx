import { type ReactNode, useEffect, useRef } from 'react';
import styles from './auth-page.module.css';

export interface SentMessageProps {
  heading: string;
  children: ReactNode;
  /** The one next step. */
  action: ReactNode;
}

/** Stands in place of a form that worked: its heading takes focus, so that it is read. */
export function SentMessage({ heading, children, action }: SentMessageProps) {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <div className={styles.form}>
      <h2 ref={ref} tabIndex={-1} className={styles.sent}>
        {heading}
      </h2>
      {children}
      {action}
    </div>
  );
}

/** An email address inside a sentence, on its own terms where lines are short. */
export const Address = ({ children }: { children: string }) => <b className={styles.mail}>{children}</b>;

/** What every page says that has sent a mail (spec 9: mails are expected within 10 minutes). */
export const SPAM_NOTE = 'If it does not arrive within 10 minutes, please check your spam or junk folder.';
