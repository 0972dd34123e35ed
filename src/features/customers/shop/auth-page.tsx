import type { ReactNode } from 'react';
import { usePageTitle } from '#browser/page-title.ts';
import { useBundle } from '#browser/session-store.ts';
import { ProductImage } from '#features/catalogue/shop/public.tsx';
import { Card } from '#ui/card.tsx';
import { useLanguage } from '#ui/language.ts';
import styles from './auth-page.module.css';

export interface AuthPageProps {
  /** The document's title, marked by `markedText`; also the heading unless `heading` is given. */
  title: string;
  heading?: string;
  /** The home page's picture to show next to the card. */
  picture?: 'tickets' | 'portal';
  children: ReactNode;
}

/** A page with one card, next to a tall picture on wide screens. */
export function AuthPage({ title, heading, picture = 'portal', children }: AuthPageProps) {
  const { translate } = useLanguage();
  const { config } = useBundle();
  usePageTitle(translate(title), config.name);
  const { image } = config.cards[picture];
  return (
    <div className={`page ${styles.page}`}>
      <Card className={styles.card}>
        <h1 className={styles.heading} tabIndex={-1}>
          {heading ?? translate(title)}
        </h1>
        {children}
      </Card>
      {image && (
        <div className={styles.picture}>
          <ProductImage url={image} size="tall" seed={picture} className={styles.image} />
        </div>
      )}
    </div>
  );
}
