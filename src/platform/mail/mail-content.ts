/** Plain words, strong words, or a link. Never HTML: everything is escaped. */
export type MailPiece = string | { strong: string } | { link: string; url: string };

export type MailText = string | readonly MailPiece[];

type MailTone = 'ok' | 'warn' | 'bad' | 'info';

export interface AmountRow {
  readonly label: string;
  /** Shown in small type below the label, such as a holder's name or a departure. */
  readonly notes?: readonly string[];
  /** Already formatted. */
  readonly amount: string;
  readonly isTotal?: boolean;
}

/** The HTML and the plain text are both made from these parts. */
export type MailPart =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: MailText }
  /** Its address is repeated as a plain link below it; in the text part the address has its own line. */
  | { readonly kind: 'button'; readonly label: string; readonly url: string }
  | { readonly kind: 'facts'; readonly rows: readonly { readonly label: string; readonly value: MailText }[] }
  | { readonly kind: 'list'; readonly items: readonly MailText[] }
  | { readonly kind: 'amounts'; readonly rows: readonly AmountRow[] }
  | { readonly kind: 'notice'; readonly tone: MailTone; readonly title?: string; readonly text: MailText }
  /** Something to copy or read out: a password, an order code. */
  | { readonly kind: 'code'; readonly label: string; readonly value: string }
  | {
      readonly kind: 'ticket';
      readonly title: string;
      readonly lines: readonly string[];
      readonly code?: string;
      readonly link?: { readonly label: string; readonly url: string };
    }
  /** A code to scan, drawn when the mail is sent. It is only in the HTML part, because the text part has the facts. */
  | ({ readonly kind: 'code-picture'; readonly alt: string; readonly caption: string } & CodePicture)
  /**
   * HTML from the shop folder. It is sanitised again when composed; values inserted into it must already be escaped.
   */
  | { readonly kind: 'operator-html'; readonly html: string };

export interface MailDraft {
  /** Must not contain customers' input, because it goes into a header. */
  readonly subject: string;
  /** Inboxes show this line next to the subject. */
  readonly preheader: string;
  /** The heading, usually close to the subject. */
  readonly title: string;
  readonly parts: readonly MailPart[];
  /** The last line, which says why this person gets the mail. */
  readonly reason: string;
  /** Replaces the text below the perforation, which says where customers can ask questions. */
  readonly stub?: MailText;
}

export interface CodePicture {
  readonly draws: 'qr' | 'pdf417';
  readonly text: string;
}

/** The stored form of a mail until it is sent. The layout's own words are added in the same language. */
export interface StoredDraft extends MailDraft {
  /** A BCP 47 tag. */
  readonly locale: string;
}

export interface MailContent {
  readonly draft: StoredDraft;
  /** Pictures in the order of their `cid`. */
  readonly codePictures: readonly CodePicture[];
  readonly subject: string;
  /** Composed when it is read. */
  readonly html: string;
  readonly text: string;
  /** The part of the Message-ID after the @. */
  readonly messageIdDomain: string;
}
