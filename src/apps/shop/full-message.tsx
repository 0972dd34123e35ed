import type { ReactNode } from 'react';
import { LogoMark } from '#ui/icons.tsx';
import styles from './full-message.module.css';

export function FullMessage({
  heading,
  children,
  action,
}: {
  heading: string;
  children: ReactNode;
  action: ReactNode;
}) {
  return (
    <div className={styles.message} role="alert">
      <LogoMark size={56} />
      <h1 className={styles.heading}>{heading}</h1>
      <p>{children}</p>
      {action}
    </div>
  );
}
