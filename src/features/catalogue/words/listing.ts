import { type Language, markedText, type Sentence } from '#kernel/language.ts';
import type { TypeFilterOption } from '../domain/listing.ts';

/** Uses the operator's text, or the default. */
export const emptyListing = (outOfStockText: string): Sentence => {
  const own = outOfStockText.trim();
  return own ? () => own : markedText('There are no items to show. Please check back again soon.');
};

export interface TypeWords {
  readonly labels: Readonly<Record<string, string>>;
  readonly plurals: Readonly<Record<string, string>>;
}

/**
 * The label of a type in the filter: the operator's own plural if there is one. Otherwise, in English, the transport
 * type's label ends in 'es' and other ticket types' in 's'. All other labels stay as the operator wrote them.
 */
export const typeFilterLabel =
  ({ type, kind }: TypeFilterOption, { labels, plurals }: TypeWords): Sentence =>
  ({ tag }: Language) => {
    if (plurals[type] !== undefined) return plurals[type];
    const label = labels[type] ?? type;
    if (kind === 'merchandise' || tag !== 'en') return label;
    return type === 'transport' ? `${label}es` : `${label}s`;
  };
