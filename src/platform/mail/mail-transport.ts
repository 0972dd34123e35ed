export interface MailSender {
  readonly name: string;
  readonly email: string;
  /** Where answers go. */
  readonly replyTo: string;
}

export interface RenderedAttachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
}

export interface OutgoingMail {
  readonly sender: MailSender;
  readonly recipient: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly messageId: string;
  /** Made only when the transport really needs them. */
  readonly attachments: () => Promise<RenderedAttachment[]>;
  /** Longer must a try not take. */
  readonly timeoutMs: number;
}

/** A try failed, and it may be the server that failed and not the mail: it was away, stood still, refused the login or broke off. */
export class ServerTrouble extends Error {
  override readonly name = 'ServerTrouble';
}

/** Takes a mail away. Resolves once somebody else answers for it, throws when the mail is to be tried again. */
export interface MailTransport {
  send(mail: OutgoingMail): Promise<void>;
  /** Asked after a `ServerTrouble`: whether the server takes mails from nobody now. Never, when there is nobody to ask. */
  isAway?(): Promise<boolean>;
  close(): void;
}

/** Development without an SMTP server: the mail stays in the outbox, where the mailbox page shows it. */
export const keptInMailbox: MailTransport = { send: async () => {}, close() {} };
