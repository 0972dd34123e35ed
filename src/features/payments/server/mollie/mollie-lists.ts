import type { z } from 'zod';
import { type MolliePayment, molliePayments, ownMetadata } from './mollie-answers.ts';
import type { MollieClient } from './mollie-client.ts';

/** The largest page that Mollie returns. */
const PAGE = '250';
/** The maximum number of pages to read: two thousand payments, newest first. */
const MAX_PAGES = 8;
/** Mollie's clock can differ from ours by this much. */
const MARGIN_MS = 10 * 60_000;

interface Page {
  readonly _links: { readonly next?: { readonly href: string } | null | undefined };
}

/** Reads all pages of a list, newest item first. */
export async function* pagesOf<Answer extends Page>(
  call: MollieClient,
  path: string,
  answer: z.ZodType<Answer>,
  signal?: AbortSignal,
): AsyncGenerator<Answer> {
  let from: string | null = null;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const query: Record<string, string> = { limit: PAGE, ...(from && { from }) };
    const page: Answer = await call({ verb: 'GET', path, query, signal }, answer);
    yield page;
    const next: string | undefined = page._links.next?.href;
    from = next && URL.canParse(next) ? new URL(next).searchParams.get('from') : null;
    if (!from) return;
  }
  throw new Error(`Mollie: ${path} has more than ${MAX_PAGES} pages of ${PAGE}`);
}

/**
 * Finds the payment that was started for the attempt, if its id could not be stored. Throws if it is unclear whether
 * there is one.
 */
export async function paymentByReference(
  call: MollieClient,
  reference: string,
  startedAt: Date,
  signal?: AbortSignal,
): Promise<MolliePayment | null> {
  const earliest = startedAt.getTime() - MARGIN_MS;
  for await (const page of pagesOf(call, '/v2/payments', molliePayments, signal)) {
    const { payments } = page._embedded;
    const found = payments.find((payment) => ownMetadata(payment.metadata).reference === reference);
    if (found) return found;
    if (payments.some(({ createdAt }) => Date.parse(createdAt) < earliest)) return null;
  }
  return null;
}

/** Finds the charge of a customer's saved card that was started for the attempt. */
export async function chargeByReference(
  call: MollieClient,
  customer: string,
  reference: string,
  signal?: AbortSignal,
): Promise<MolliePayment | null> {
  const path = `/v2/customers/${encodeURIComponent(customer)}/payments`;
  for await (const page of pagesOf(call, path, molliePayments, signal)) {
    const found = page._embedded.payments.find((payment) => ownMetadata(payment.metadata).reference === reference);
    if (found) return found;
  }
  return null;
}
