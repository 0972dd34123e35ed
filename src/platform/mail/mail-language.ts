import type { Language, PlaceholdersOf } from '#kernel/language.ts';
import type { MailPiece } from './mail-content.ts';

/** A language that also makes texts with links and emphasis in them. */
export interface MailLanguage extends Language {
  /** See `textParts`: `textNodes('Your order {code} is paid.', { code: { strong: code } })`. */
  textNodes<const Text extends string>(
    english: Text,
    pieces: Readonly<Record<PlaceholdersOf<Text>, MailPiece>>,
  ): MailPiece[];
}

export const mailLanguage = (language: Language): MailLanguage => ({
  ...language,
  textNodes: (english, pieces) =>
    language
      .textParts<MailPiece, typeof english>(english, pieces as never)
      .map((piece, index, all) =>
        typeof piece === 'string' && isEndOfSentence(all[index - 1]) ? piece.replace(/^\./, '') : piece,
      )
      .filter((piece) => piece !== ''),
});

/** A date in Croatian ends with a full stop, which is also that of the sentence. */
const isEndOfSentence = (piece: MailPiece | undefined): boolean =>
  typeof piece === 'object' && 'strong' in piece && piece.strong.endsWith('.');
