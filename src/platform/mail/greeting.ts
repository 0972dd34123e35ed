import type { Language } from '#kernel/language.ts';
import type { MailPart } from './mail-content.ts';
import { plainName } from './plain-name.ts';

/** Greets by name if a mail may contain the name. A separate paragraph, so that the next sentence has a capital letter. */
export function greeting({ text }: Language, fullName: string): MailPart {
  const name = plainName(fullName);
  return { kind: 'paragraph', text: name ? text('Hello {name},', { name }) : text('Hello,') };
}
