/** The tabs of the list: all mails, and those that are waiting, were sent, or were given up. */
export const mailViews = ['all', 'waiting', 'sent', 'failed'] as const;
export type MailViewName = (typeof mailViews)[number];

export interface MailFilter {
  readonly view: MailViewName;
  /** Anything that the search understands; empty: all. */
  readonly text: string;
  readonly kind: string | null;
  /** Only this mail. */
  readonly mail: number | null;
  /** Only the mails that this bulk action sent. */
  readonly run: number | null;
  /** Written from this moment on. */
  readonly from: Date | null;
  /** Written before this moment. */
  readonly until: Date | null;
}
