import { htmlPart } from './html-part.ts';
import type { MailContent, MailDraft } from './mail-content.ts';
import type { MailLook } from './mail-look.ts';
import { textPart } from './text-part.ts';

/** Lays a mail out in the shop's look: HTML and plain text from the same parts. */
export function composeMail(look: MailLook, draft: MailDraft): MailContent {
  return {
    subject: subjectLine(draft.subject),
    html: htmlPart(look, draft),
    text: textPart(look, draft),
    messageIdDomain: look.messageIdDomain,
  };
}

/** One line without control characters: a header must not be able to hold a second one. */
function subjectLine(subject: string): string {
  return subject
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, 200);
}
