import { type ReactNode, useEffect } from 'react';
import { focusHeading } from '#browser/route-arrival.ts';
import styles from './auth-page.module.css';

export interface SentMessageProps {
  children: ReactNode;
  /** The next step; omitted if the email contains it. */
  action?: ReactNode;
}

/** Replaces a form after success. Focuses the page's heading, so that screen readers announce the success. */
export function SentMessage({ children, action }: SentMessageProps) {
  useEffect(focusHeading, []);
  return (
    <div className={styles.form}>
      {children}
      {action}
    </div>
  );
}

/** An email address inside a sentence; may break anywhere on short lines. */
export const Address = ({ children }: { children: string }) => <b className={styles.mail}>{children}</b>;
