import { type Language, laterText, type Sentence } from '#kernel/language.ts';
import type { TypeFilterOption } from '../domain/listing.ts';

/** What an empty listing says: the operator's text, or the default. */
export const emptyListing = (outOfStockText: string): Sentence => {
  const own = outOfStockText.trim();
  return own ? () => own : laterText('There are no items to show. Please check back again soon.');
};

/** The operator's words for the types of items. */
export interface TypeWords {
  readonly labels: Readonly<Record<string, string>>;
  readonly plurals: Readonly<Record<string, string>>;
}

/**
 * The label of a type in the filter: the transport category takes the plural suffix 'es', other ticket types take 's'.
 * Types of merchandise keep the operator's word, and so do all in a language that makes its plurals in other ways.
 * The operator's own word for several comes before all that.
 */
export const typeFilterLabel =
  ({ type, kind }: TypeFilterOption, { labels, plurals }: TypeWords): Sentence =>
  ({ tag }: Language) => {
    if (plurals[type] !== undefined) return plurals[type];
    const label = labels[type] ?? type;
    if (kind === 'merchandise' || tag !== 'en') return label;
    return type === 'transport' ? `${label}es` : `${label}s`;
  };
