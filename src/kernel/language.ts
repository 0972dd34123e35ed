/**
 * What the shop says. English is the key and is written in the code where it is used: `text('Log in')`. A `Language` is a value that is
 * handed to whatever makes sentences: components take it from `useLanguage`, the server's functions from their shop. Constants hold
 * texts that are marked by `laterText`; `saidText` turns them into the language later.
 */

/** The forms of a text that counts something, by the categories of Intl.PluralRules; `other` is always there. */
export type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/** By the English text; those that count by its `other` form. */
export type TextCatalogue = Readonly<Record<string, string | PluralForms>>;

/** Names in braces: `'limit' | 'product'` of `At most {limit} of {product}`. */
export type PlaceholdersOf<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholdersOf<Rest>
  : never;

/** Names in tags: `'terms'` of `Read our <terms>terms</terms>`. */
type TagsOf<Text extends string> = Text extends `${string}</${infer Name}>${infer Rest}` ? Name | TagsOf<Rest> : never;

/** What stands for the placeholders of a text, and what is made of the words inside its tags. */
export type PartsOf<Text extends string, Part> = Readonly<Record<PlaceholdersOf<Text>, Part>> &
  Readonly<Record<TagsOf<Text>, (words: string) => Part>>;

type Values<Names extends string, Value> = [Names] extends [never] ? [] : [values: Readonly<Record<Names, Value>>];

export interface Language {
  /** `en`, `de`. */
  readonly tag: string;

  /** The text in this language. `english` is a literal; each `{name}` in it has its value. */
  text<const Text extends string>(english: Text, ...values: Values<PlaceholdersOf<Text>, string | number>): string;

  /** A text that counts: `countText(2, { one: '{count} ticket', other: '{count} tickets' })` is `2 tickets`. */
  countText<const One extends string, const Other extends string>(
    count: number,
    english: { one: One; other: Other },
    ...values: Values<Exclude<PlaceholdersOf<One> | PlaceholdersOf<Other>, 'count'>, string | number>
  ): string;

  /**
   * A text with parts that are more than text: the pieces in the order of the language. A part takes the place of its placeholder, or is
   * made of the words in its tag: `textParts('Read our <terms>terms</terms>.', { terms: (words) => link(words) })`.
   */
  textParts<Part, const Text extends string>(english: Text, parts: PartsOf<Text, Part>): (string | Part)[];

  /** A sentence in this language. A text that is not in the catalogue comes back as it is. */
  saidText(sentence: Sentence): string;

  /** A label as it is written inside a sentence: without its capital, except in German, which keeps those of its nouns. */
  insideSentence(label: string): string;
}

/** Something that is put into words by `saidText` once the language is known. A string is an English text of the catalogue. */
export type Sentence = string | ((language: Language) => string);

/** Marks a text that a constant holds until `saidText` puts it into the language; it may have no placeholders. */
export const laterText = <const Text extends string>(english: Text): Text => english;

/** The language of a tag such as `de` with its texts. A text that they lack stays English. */
export function languageOf(tag: string, texts: TextCatalogue): Language {
  const plurals = new Intl.PluralRules(tag);
  const saidText = (english: Sentence): string => {
    if (typeof english !== 'string') return english(language);
    const known = texts[english];
    // An empty one waits for its translation.
    if (typeof known === 'string' && known !== '') return known;
    return english.replace(CONTEXT, '');
  };
  const language: Language = {
    tag,
    saidText,
    text: (english, ...[values]) => filled(saidText(english), values),
    countText: (count, english, ...[values]) => {
      const known = texts[english.other];
      const forms: PluralForms = typeof known === 'object' ? known : english;
      const form =
        forms[typeof known === 'object' ? plurals.select(count) : count === 1 ? 'one' : 'other'] ?? forms.other;
      return filled(form, { count, ...(values as Record<string, string | number> | undefined) });
    },
    textParts: <Part>(english: string, parts: object) => {
      const made = parts as Readonly<Record<string, Part | ((words: string) => Part)>>;
      return saidText(english)
        .split(PART)
        .map((piece) => {
          const [, placeholder, tag, words] = PART_ALONE.exec(piece) ?? [];
          const part = made[placeholder ?? tag ?? ''];
          if (part === undefined) return piece;
          return typeof part === 'function' ? (part as (words: string) => Part)(words ?? '') : part;
        })
        .filter((piece) => piece !== '');
    },
    insideSentence: (label) => (tag === 'de' ? label : label.toLowerCase()),
  };
  return language;
}

/** The end of a key that tells two meanings of one English text apart, and is never shown: `Checkout##page`. */
const CONTEXT = /##[a-z]+$/;
const PART = /(\{\w+\}|<\w+>.*?<\/\w+>)/;
const PART_ALONE = /^(?:\{(\w+)\}|<(\w+)>(.*)<\/\w+>)$/;
const PLACEHOLDERS = /\{(\w+)\}/g;

const filled = (said: string, values: Readonly<Record<string, string | number>> | undefined): string =>
  values ? said.replace(PLACEHOLDERS, (braces, name: string) => String(values[name] ?? braces)) : said;

/** Needs no catalogue: its texts are in the code. */
export const ENGLISH = languageOf('en', Object.create(null) as TextCatalogue);
