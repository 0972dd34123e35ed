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

/** Takes a mail away. Resolves once somebody else answers for it, throws when the mail is to be tried again. */
export interface MailTransport {
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

/** Development without an SMTP server: the mail stays in the outbox, where the mailbox page shows it. */
export const keptInMailbox: MailTransport = { send: async () => {}, close() {} };
