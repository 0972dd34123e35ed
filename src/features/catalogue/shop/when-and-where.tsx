import { useShopNow } from '#browser/first-page.ts';
import { useBundle } from '#browser/session-store.ts';
import type { Dated } from '#features/occasions/domain/occasion.ts';
import { whenAndWhere } from '#features/occasions/words/when-and-where.ts';
import { FactLine } from '#ui/fact-line.tsx';
import { useLanguage } from '#ui/language.ts';

export interface WhenAndWhereProps {
  item: Dated;
  className?: string;
}

/** Day, time and place of something on sale, in a cart or in an order. Renders nothing for merchandise. */
export function WhenAndWhere({ item, className }: WhenAndWhereProps) {
  const language = useLanguage();
  const { config } = useBundle();
  const now = useShopNow();
  return <FactLine facts={whenAndWhere(language, item, config, now)} className={className} />;
}
