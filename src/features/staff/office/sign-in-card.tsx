import type { ReactNode } from 'react';
import { LogoMark } from '#ui/icons.tsx';
import { useLanguage } from '#ui/language.ts';
import styles from './sign-in-card.module.css';

/** The frame of the pages before somebody is signed in. */
export function SignInFrame({ shop, children }: { shop: string; children: ReactNode }) {
  const { text } = useLanguage();
  return (
    <div className={styles.frame}>
      <header className={styles.sign}>
        <LogoMark size={40} />
        <span>
          {shop}
          <small>{text('Office')}</small>
        </span>
      </header>
      <main className={styles.card}>{children}</main>
      <footer className={styles.foot}>
        {text('You are signed out after 12 hours, or after 30 minutes without activity.')}{' '}
        <a href="/">{text('Back to the shop')}</a>
      </footer>
    </div>
  );
}
