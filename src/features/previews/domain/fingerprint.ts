/** Asks for a preview with the text of its mails. Never a fingerprint, because those are longer. */
export const WITH_MAIL_TEXTS = 'with-mail-texts';

/** Whether nothing is confirmed, so that nothing may be changed. */
export const isOnlyPreview = (fingerprint: string): boolean => fingerprint === '' || fingerprint === WITH_MAIL_TEXTS;
