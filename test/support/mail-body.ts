import { composeMail } from '#platform/mail/layout.ts';
import type { MailContent, StoredDraft } from '#platform/mail/mail-content.ts';
import { makeMailLook } from '#platform/mail/testing.ts';

/** Composes a stored draft as the worker does, with a look for tests. */
export const compose = (draft: StoredDraft): MailContent => composeMail(makeMailLook({ locale: draft.locale }), draft);
