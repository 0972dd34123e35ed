import { emailKey } from '#kernel/email.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import { defaultLimits, type Limits } from '#platform/http/limits.ts';
import { countAttempt } from '#platform/http/rate-limits.ts';
import { isSameSecret } from '#platform/secrets/hashes.ts';
import { mayBeAdmitted } from '../domain/may-be-admitted.ts';
import { normalizeTicketCode } from '../domain/printed-code.ts';
import { documentByCode } from './document-store.ts';
import { type DocumentParts, makeDocument } from './make-document.ts';

export interface TicketFile {
  readonly filename: string;
  readonly contentType: 'application/pdf';
  readonly content: Buffer;
}

export type DownloadRefusal =
  /** The ticket does not exist, has another email, or has no document now; the answer does not reveal which. */
  { readonly kind: 'not_available' } | { readonly kind: 'too_many_attempts'; readonly waitSeconds: number };

/**
 * Anybody with the ticket's code and its holder's email may download it: the code is the secret, so no login is needed.
 * The document shows current data.
 */
export async function downloadTicket(
  parts: DocumentParts & { readonly limits?: Limits },
  wanted: { readonly email: string; readonly code: string; readonly network: string },
  now: Date,
): Promise<Result<TicketFile, DownloadRefusal>> {
  const code = normalizeTicketCode(wanted.code);
  const { limits = defaultLimits } = parts;
  const counts = [
    // High, because many holders may share a network; the limit per code is lower.
    [limits['download-network'], wanted.network],
    [limits['download-code'], code],
  ] as const;
  for (const [limit, subject] of counts) {
    const answer = await countAttempt(parts.db, limit, subject, now);
    if (!answer.allowed) return refuse({ kind: 'too_many_attempts', waitSeconds: answer.retryAfterSeconds });
  }
  const row = await documentByCode(parts.db, code);
  const holder = emailKey(row?.email ?? '');
  // A deleted holder has the empty address, which a request without an email must not match.
  const isHolder = isSameSecret(holder, emailKey(wanted.email)) && holder !== '';
  if (!row || !isHolder || !mayBeAdmitted(row, row)) return refuse({ kind: 'not_available' });
  const file = await ticketFile(parts, row);
  // While the document was drawn, a change of the holder may have invalidated it.
  const latest = await documentByCode(parts.db, code);
  const isCurrent = latest?.generation === row.generation && mayBeAdmitted(latest, latest);
  return isCurrent ? ok(file) : refuse({ kind: 'not_available' });
}

/** Draws the document when the mail is sent. Null if the ticket is gone or may no longer be downloaded. */
export async function renderTicketAttachment(parts: DocumentParts, code: string): Promise<TicketFile | null> {
  const row = await documentByCode(parts.db, code);
  return row && mayBeAdmitted(row, row) ? await ticketFile(parts, row) : null;
}

async function ticketFile(parts: DocumentParts, row: Parameters<typeof makeDocument>[1]): Promise<TicketFile> {
  return {
    filename: `ticket-${row.code}.pdf`,
    contentType: 'application/pdf',
    content: await makeDocument(parts, row),
  };
}
