/** Sent instead of a fingerprint to request a preview with the texts of its mails. Fingerprints are always longer. */
export const WITH_MAIL_TEXTS = 'with-mail-texts';

/** Whether nothing is confirmed, so that nothing may be changed. */
export const isOnlyPreview = (fingerprint: string): boolean => fingerprint === '' || fingerprint === WITH_MAIL_TEXTS;
