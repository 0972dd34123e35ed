import { htmlPart } from './html-part.ts';
import type { MailContent, MailDraft } from './mail-content.ts';
import type { MailLook } from './mail-look.ts';
import { textPart } from './text-part.ts';

/** Composing is the expensive part and only needed for sending and showing, so the outbox stores drafts. */
export function composeMail(look: MailLook, draft: MailDraft): MailContent {
  return {
    draft: { ...draft, locale: look.locale },
    subject: subjectLine(draft.subject),
    get html() {
      return htmlPart(look, draft);
    },
    get text() {
      return textPart(look, draft);
    },
    codePictures: draft.parts.flatMap((part) =>
      part.kind === 'code-picture' ? [{ draws: part.draws, text: part.text }] : [],
    ),
    messageIdDomain: look.messageIdDomain,
  };
}

/** Removes control characters and line breaks, which could add a header. */
function subjectLine(subject: string): string {
  return subject
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, 200);
}
