import { type ReactNode, useEffect } from 'react';
import { focusHeading } from '#browser/route-arrival.ts';
import { laterText } from '#kernel/language.ts';
import styles from './auth-page.module.css';

export interface SentMessageProps {
  children: ReactNode;
  /** The one next step. */
  action: ReactNode;
}

/** Stands in place of a form that worked. The page's heading, which says so now, takes focus, so that it is read. */
export function SentMessage({ children, action }: SentMessageProps) {
  useEffect(focusHeading, []);
  return (
    <div className={styles.form}>
      {children}
      {action}
    </div>
  );
}

/** An email address inside a sentence, on its own terms where lines are short. */
export const Address = ({ children }: { children: string }) => <b className={styles.mail}>{children}</b>;

/** Shown by every page that has sent a mail. */
export const SPAM_NOTE = laterText('If it does not arrive within 10 minutes, please check your spam or junk folder.');
