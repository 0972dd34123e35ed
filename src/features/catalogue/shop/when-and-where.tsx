import { useShopNow } from '#browser/first-page.ts';
import { useBundle } from '#browser/session-store.ts';
import type { Dated } from '#features/occasions/domain/occasion.ts';
import { whenAndWhere } from '#features/occasions/words/when-and-where.ts';
import { FactLine } from '#ui/fact-line.tsx';
import { useLanguage } from '#ui/language.ts';

export interface WhenAndWhereProps {
  item: Dated & { readonly external_code?: string };
  className?: string;
}

/**
 * Days and place of something on sale, in a cart or in an order, with the time if it is a single departure. Renders
 * nothing for merchandise. A line of a cart has no meeting point, so the item on sale provides it.
 */
export function WhenAndWhere({ item, className }: WhenAndWhereProps) {
  const language = useLanguage();
  const { config, products } = useBundle();
  const now = useShopNow();
  const { external_code: code, meeting_point = products.find((one) => one.external_code === code)?.meeting_point } =
    item;
  return <FactLine facts={whenAndWhere(language, { ...item, meeting_point }, config, now)} className={className} />;
}
