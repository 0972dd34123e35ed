/** What the tabs of the list show: all, what is to be sent, what was sent, and what was given up. */
export const mailViews = ['all', 'waiting', 'sent', 'failed'] as const;
export type MailViewName = (typeof mailViews)[number];

export interface MailFilter {
  readonly view: MailViewName;
  /** Anything that the search understands; empty: all. */
  readonly text: string;
  readonly kind: string | null;
  /** This one only. */
  readonly mail: number | null;
  /** Written from this moment on. */
  readonly from: Date | null;
  /** Written before this moment. */
  readonly until: Date | null;
}
