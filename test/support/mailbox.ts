import type { MailboxEntry } from '#platform/mail/mailbox.ts';

/** Waits for the newest mail of a kind to a recipient. Throws after `withinMs`, naming the mails that came instead. */
export async function mailTo(shopUrl: string, email: string, kind: string, withinMs = 60_000): Promise<MailboxEntry> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const answer = await fetch(`${shopUrl}/dev/mailbox.json?to=${encodeURIComponent(email)}`);
    const mails = (await answer.json()) as MailboxEntry[];
    const found = mails.find((mail) => mail.kind === kind);
    if (found) return found;
    if (performance.now() > deadline) throw new Error(`No ${kind} to ${email}, only ${mails.map((mail) => mail.kind)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Returns the mail's link whose address contains this part. Throws if there is none. */
export function linkIn(mail: MailboxEntry, part: string): string {
  const link = mail.links.find((one) => one.includes(part));
  if (!link) throw new Error(`The mail "${mail.subject}" has no link with ${part}: ${mail.links.join(', ')}`);
  return link;
}
