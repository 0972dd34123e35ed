/**
 * What the interface says. English is the key and stands in the code in sight: `text('Log in')`. A process of the shop, and a page in
 * a browser, speaks one language at a time: English needs nothing, for another one its catalogue is handed to `speak` first. Texts are
 * asked for where they are said, never while a file is loaded; what a constant holds is marked by `laterText` and said by `saidText`.
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
export type TagsOf<Text extends string> = Text extends `${string}</${infer Name}>${infer Rest}`
  ? Name | TagsOf<Rest>
  : never;

/** What stands for the placeholders of a text, and what is made of the words inside its tags. */
export type PartsOf<Text extends string, Part> = Readonly<Record<PlaceholdersOf<Text>, Part>> &
  Readonly<Record<TagsOf<Text>, (words: string) => Part>>;

type Values<Names extends string, Value> = [Names] extends [never] ? [] : [values: Readonly<Record<Names, Value>>];

const ENGLISH = { tag: 'en', texts: {} as TextCatalogue };
let spoken = ENGLISH;
let plurals = new Intl.PluralRules(ENGLISH.tag);

/** From now on texts are said in this language (`tag` as in `de`); English without a catalogue. A text that it lacks stays English. */
export function speak(tag: string, texts: TextCatalogue | undefined): void {
  if (spoken.texts === texts && spoken.tag === tag) return;
  spoken = texts ? { tag, texts } : ENGLISH;
  plurals = new Intl.PluralRules(spoken.tag);
}

/** The language that texts are said in: `en`, `de`. */
export const spokenLanguage = (): string => spoken.tag;

/** A label as it stands inside a sentence: without its capital, except in German, which keeps those of its nouns. */
export const insideSentence = (label: string): string => (spoken.tag === 'de' ? label : label.toLowerCase());

/** The text in the shop's language. `english` is a literal; each `{name}` in it has its value. */
export function text<const Text extends string>(
  english: Text,
  ...[values]: Values<PlaceholdersOf<Text>, string | number>
): string {
  return filled(saidText(english), values);
}

/** A text that counts: `countText(2, { one: '{count} ticket', other: '{count} tickets' })` says `2 tickets`. */
export function countText<const One extends string, const Other extends string>(
  count: number,
  english: { one: One; other: Other },
  ...[values]: Values<Exclude<PlaceholdersOf<One> | PlaceholdersOf<Other>, 'count'>, string | number>
): string {
  const known = spoken.texts[english.other];
  const forms: PluralForms = typeof known === 'object' ? known : english;
  const form = forms[typeof known === 'object' ? plurals.select(count) : count === 1 ? 'one' : 'other'] ?? forms.other;
  return filled(form, { count, ...(values as Record<string, string | number> | undefined) });
}

/**
 * A text with parts that are more than text: the pieces in the order of the language. A part stands for its placeholder, or is made
 * of the words in its tag: `textParts('Read our <terms>terms</terms>.', { terms: (words) => link(words) })`.
 */
export function textParts<Part, const Text extends string>(
  english: Text,
  parts: PartsOf<Text, Part>,
): (string | Part)[] {
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
}

/** The end of a key that tells two meanings of one English text apart, and is never said: `Checkout##page`. */
const CONTEXT = /##[a-z]+$/;

/** Marks a text that a constant holds until `saidText` says it; it may have no placeholders. */
export const laterText = <const Text extends string>(english: Text): Text => english;

/** What `laterText` marked, in the shop's language. Any other text comes back as it is. */
export function saidText(english: string): string {
  const known = spoken.texts[english];
  // An empty one waits for its translation.
  if (typeof known === 'string' && known !== '') return known;
  return english.replace(CONTEXT, '');
}

const PART = /(\{\w+\}|<\w+>.*?<\/\w+>)/;
const PART_ALONE = /^(?:\{(\w+)\}|<(\w+)>(.*)<\/\w+>)$/;
const PLACEHOLDERS = /\{(\w+)\}/g;

const filled = (said: string, values: Readonly<Record<string, string | number>> | undefined): string =>
  values ? said.replace(PLACEHOLDERS, (braces, name: string) => String(values[name] ?? braces)) : said;
