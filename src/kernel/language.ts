/**
 * The texts of the shop. English is the key and is written where it is used: `text('Log in')`. Code that makes
 * sentences receives a `Language`: components from `useLanguage`, server functions from their shop. Texts in constants
 * are marked with `markedText`, and `translate` translates them later.
 */

/** Forms by the categories of Intl.PluralRules. */
export type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/** Translations by English text; plural forms by their English `other` form. */
export type TextCatalogue = Readonly<Record<string, string | PluralForms>>;

/** The names in braces: `'limit' | 'product'` for `At most {limit} of {product}`. */
export type PlaceholdersOf<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholdersOf<Rest>
  : never;

/** The names in tags: `'terms'` for `Read our <terms>terms</terms>`. */
type TagsOf<Text extends string> = Text extends `${string}</${infer Name}>${infer Rest}` ? Name | TagsOf<Rest> : never;

/** Replacements for placeholders, and functions for the words inside tags. */
export type PartsOf<Text extends string, Part> = Readonly<Record<PlaceholdersOf<Text>, Part>> &
  Readonly<Record<TagsOf<Text>, (words: string) => Part>>;

type Values<Names extends string, Value> = [Names] extends [never] ? [] : [values: Readonly<Record<Names, Value>>];

export interface Language {
  /** A language tag, such as `en` or `de`. */
  readonly tag: string;

  /** Translates a literal and fills in the value of each `{name}`. */
  text<const Text extends string>(english: Text, ...values: Values<PlaceholdersOf<Text>, string | number>): string;

  /** Chooses the plural form: `countText(2, { one: '{count} ticket', other: '{count} tickets' })` is `2 tickets`. */
  countText<const One extends string, const Other extends string>(
    count: number,
    english: { one: One; other: Other },
    ...values: Values<Exclude<PlaceholdersOf<One> | PlaceholdersOf<Other>, 'count'>, string | number>
  ): string;

  /**
   * Returns the pieces in the order of this language. A part replaces its placeholder, or is made from the words in its
   * tag: `textParts('Read our <terms>terms</terms>.', { terms: (words) => link(words) })`.
   */
  textParts<Part, const Text extends string>(english: Text, parts: PartsOf<Text, Part>): (string | Part)[];

  /** Translates a sentence. A text that is not in the catalogue stays as it is. */
  translate(sentence: Sentence): string;

  /** Puts the label in lower case, except in German, which capitalises nouns. */
  insideSentence(label: string): string;
}

/** What `translate` takes. A string is an English text from the catalogue. */
export type Sentence = string | ((language: Language) => string);

/** Marks a text without placeholders for `translate`. */
export const markedText = <const Text extends string>(english: Text): Text => english;

/** Makes a language from a catalogue. Missing texts stay English. */
export function languageOf(tag: string, texts: TextCatalogue): Language {
  const plurals = new Intl.PluralRules(tag);
  const translate = (english: Sentence): string => {
    if (typeof english !== 'string') return english(language);
    const known = texts[english];
    // An empty text has not been translated yet.
    if (typeof known === 'string' && known !== '') return known;
    return english.replace(CONTEXT, '');
  };
  const language: Language = {
    tag,
    translate,
    text: (english, ...[values]) => filled(translate(english), values),
    countText: (count, english, ...[values]) => {
      const known = texts[english.other];
      const forms: PluralForms = typeof known === 'object' ? known : english;
      const form =
        forms[typeof known === 'object' ? plurals.select(count) : count === 1 ? 'one' : 'other'] ?? forms.other;
      return filled(form, { count, ...(values as Record<string, string | number> | undefined) });
    },
    textParts: <Part>(english: string, parts: object) => {
      const made = parts as Readonly<Record<string, Part | ((words: string) => Part)>>;
      return translate(english)
        .split(PART)
        .map((piece) => {
          const [, placeholder, tag, words] = PART_ALONE.exec(piece) ?? [];
          const part = made[placeholder ?? tag ?? ''];
          if (part === undefined) return piece;
          return typeof part === 'function' ? (part as (words: string) => Part)(words ?? '') : part;
        })
        .map((piece, index, all) =>
          typeof piece === 'string' && endsSentence(all[index - 1]) ? piece.replace(/^\./, '') : piece,
        )
        .filter((piece) => piece !== '');
    },
    insideSentence: (label) => (tag === 'de' ? label : label.toLowerCase()),
  };
  return language;
}

/** The part of a key that distinguishes two meanings of one English text, and is never shown: `Checkout##page`. */
const CONTEXT = /##[a-z]+$/;
const PART = /(\{\w+\}|<\w+>.*?<\/\w+>)/;
const PART_ALONE = /^(?:\{(\w+)\}|<(\w+)>(.*)<\/\w+>)$/;
const PLACEHOLDERS = /\{(\w+)\}(\.?)/g;

/** A value that ends with a full stop, such as a Croatian date, also ends the sentence. */
const endsSentence = (value: unknown): boolean => typeof value === 'string' && value.endsWith('.');

function filled(text: string, values: Readonly<Record<string, string | number>> | undefined): string {
  if (!values) return text;
  return text.replace(PLACEHOLDERS, (braces, name: string, stop: string) => {
    const value = values[name];
    if (value === undefined) return braces;
    return endsSentence(value) ? String(value) : `${value}${stop}`;
  });
}

/** English needs no catalogue, because its texts are in the code. */
export const ENGLISH = languageOf('en', Object.create(null) as TextCatalogue);
