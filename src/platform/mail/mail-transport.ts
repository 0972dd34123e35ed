export interface MailSender {
  readonly name: string;
  readonly email: string;
  readonly replyTo: string;
}

export interface RenderedAttachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
  /** Names a picture that is shown inside the mail; absent for a file attached to it. */
  readonly cid?: string;
}

export interface OutgoingMail {
  readonly sender: MailSender;
  readonly recipient: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly messageId: string;
  /** Renders the attachments; a transport that does not need them does not call it. */
  readonly attachments: () => Promise<RenderedAttachment[]>;
  readonly timeoutMs: number;
}

/** The fault may lie with the server, not the mail: it was unreachable, hung, refused the login or disconnected. */
export class ServerTrouble extends Error {
  override readonly name = 'ServerTrouble';
}

export interface MailTransport {
  /** Resolves once the mail server has taken responsibility for the mail; throws if the mail must be retried. */
  send(mail: OutgoingMail): Promise<void>;
  /** Called after a `ServerTrouble`: whether the server accepts no mail at all now. If absent, it is never down. */
  isUnreachable?(): Promise<boolean>;
  close(): void;
}

/** Keeps mails in the outbox, where the mailbox page shows them: for development without an SMTP server. */
export const mailboxTransport: MailTransport = { send: async () => {}, close() {} };
