/** Words of a mail: plain, strong, or a link. Never HTML: everything is escaped. */
export type MailPiece = string | { strong: string } | { link: string; url: string };

/** Running text of a mail. */
export type MailText = string | readonly MailPiece[];

/** What colour a notice has, and with it how urgent it looks. */
type MailTone = 'ok' | 'warn' | 'bad' | 'info';

/** One row of a list of amounts; `amount` is formatted already. */
export interface AmountRow {
  readonly label: string;
  /** Small, beneath the label: a holder's name, a departure. */
  readonly notes?: readonly string[];
  readonly amount: string;
  /** The line that people look for: the total. */
  readonly isTotal?: boolean;
}

/** A part of a mail, from which both the HTML and the plain text are made. */
export type MailPart =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: MailText }
  /** A button with its address as a plain link beneath; in the text part the address on a line of its own. */
  | { readonly kind: 'button'; readonly label: string; readonly url: string }
  | { readonly kind: 'facts'; readonly rows: readonly { readonly label: string; readonly value: MailText }[] }
  | { readonly kind: 'list'; readonly items: readonly MailText[] }
  | { readonly kind: 'amounts'; readonly rows: readonly AmountRow[] }
  | { readonly kind: 'notice'; readonly tone: MailTone; readonly title?: string; readonly text: MailText }
  /** Something to copy or to read out: a password, an order code. */
  | { readonly kind: 'code'; readonly label: string; readonly value: string }
  /** One ticket as a stub: its name, who holds it and when, and its code. */
  | {
      readonly kind: 'ticket';
      readonly title: string;
      readonly lines: readonly string[];
      readonly code?: string;
      readonly link?: { readonly label: string; readonly url: string };
    }
  /** The operator's own HTML from the shop folder (sanitised again here); what is put into it must be escaped already. */
  | { readonly kind: 'operator-html'; readonly html: string };

/** A mail as its author thinks of it. */
export interface MailDraft {
  /** Nothing that a customer typed: it stands in a header. */
  readonly subject: string;
  /** The line that a list of mails shows beside the subject. */
  readonly preheader: string;
  /** The one big line at the top; usually close to the subject. */
  readonly title: string;
  readonly parts: readonly MailPart[];
  /** Why this person gets the mail; the last line. */
  readonly reason: string;
}

/** A finished mail, as the outbox takes it. */
export interface MailContent {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** What stands behind the @ of the Message-ID. */
  readonly messageIdDomain: string;
}
