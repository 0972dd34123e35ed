import { type Language, markedText } from '#kernel/language.ts';
import type { Choices } from './new-order-draft.ts';

/** Labels of address lines by their HTML autocomplete token. */
const lineNames: Readonly<Record<string, string>> = {
  'address-line1': markedText('Street and number'),
  'address-line2': markedText('Apartment or floor'),
  'postal-code': markedText('Postal code'),
  'address-level2': markedText('City'),
  'address-level1': markedText('Region'),
};

/**
 * Countries and address lines in the reader's language. The shop's own labels are in the language of its customers, so
 * they stay only for readers of that language, for lines of an unknown kind, and for several lines of one kind.
 */
export function choicesInWords(choices: Choices, { tag, translate }: Language): Choices {
  if (tag === choices.language) return choices;
  const names = new Intl.DisplayNames(tag, { type: 'region', fallback: 'none' });
  return {
    ...choices,
    countries: choices.countries
      .map(({ code, name }) => ({ code, name: names.of(code) ?? name }))
      .sort((one, other) => one.name.localeCompare(other.name, tag)),
    address_lines: choices.address_lines.map((line, _, all) => {
      const name = lineNames[line.autocomplete ?? ''];
      const isOnly = all.every((one) => one === line || one.autocomplete !== line.autocomplete);
      return name !== undefined && isOnly ? { ...line, text: translate(name) } : line;
    }),
  };
}
