import { useShopNow } from '#browser/first-page.ts';
import { useBundle } from '#browser/session-store.ts';
import type { Dated } from '#features/occasions/domain/occasion.ts';
import { whenAndWhere } from '#features/occasions/words/when-and-where.ts';
import { FactLine } from '#ui/fact-line.tsx';
import { useLanguage } from '#ui/language.ts';
import { contentsTitle } from '../words/order-title.ts';

interface WhatWasOrderedProps {
  /** The first item's name, and the number of others. */
  name: string;
  more: number;
  /** The first item. */
  dated: Dated;
  className?: string;
}

/** `Festival Pass and 2 more`, `22–25 July` and `Beach Park`, as facts on one line. */
export function WhatWasOrdered({ name, more, dated, className }: WhatWasOrderedProps) {
  const language = useLanguage();
  const { config } = useBundle();
  const now = useShopNow();
  return (
    <p className={className}>
      <FactLine facts={[contentsTitle(language, { name, more }), ...whenAndWhere(language, dated, config, now)]} />
    </p>
  );
}
