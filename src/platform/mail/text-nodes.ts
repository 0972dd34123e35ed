import { type PlaceholdersOf, textParts } from '#kernel/text.ts';
import type { MailPiece } from './mail-content.ts';

/** A text as the pieces of a mail, see `textParts`: `textNodes('Your order {code} is paid.', { code: { strong: code } })`. */
export const textNodes = <const Text extends string>(
  english: Text,
  pieces: Readonly<Record<PlaceholdersOf<Text>, MailPiece>>,
): MailPiece[] => textParts<MailPiece, Text>(english, pieces as never);
