import { useShopNow } from '#browser/first-page.ts';
import { useBundle } from '#browser/session-store.ts';
import { classNames } from '#ui/class-names.ts';
import { useLanguage } from '#ui/language.ts';
import type { Dated } from '../domain/occasion.ts';
import { fullWhenAndWhere, whenAndWhere } from '../words/when-and-where.ts';
import styles from './when-and-where.module.css';

export interface WhenAndWhereProps {
  item: Dated;
  /** `Saturday 24 July 2027, from 11:00` instead of `Sat 24 July`. */
  full?: boolean;
  className?: string;
}

/**
 * Day, time and place of something on sale, in a cart or in an order, with dots between facts on the same line. Nothing
 * for merchandise.
 */
export function WhenAndWhere({ item, full = false, className }: WhenAndWhereProps) {
  const language = useLanguage();
  const { config } = useBundle();
  const now = useShopNow();
  const facts = full ? fullWhenAndWhere(language, item, config) : whenAndWhere(item, config, now);
  if (facts.length === 0) return null;
  return (
    <span className={classNames(styles.facts, className)}>
      <span className={styles.line}>
        {facts.map((fact) => (
          <span key={fact} className={styles.fact}>
            {fact}
          </span>
        ))}
      </span>
    </span>
  );
}
