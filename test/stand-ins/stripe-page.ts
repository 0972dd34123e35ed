import type { SessionObject } from './stripe-books.ts';

/** What the page's buttons do. */
export const PAGE_CHOICES = {
  visa: 'Pay with Visa 4242',
  declines: 'Pay with a card that is declined',
  ideal: 'Pay with iDEAL | Wero',
  sepa: 'Pay by direct debit',
  cancel: 'Go back without paying',
} as const;

export type PageChoice = keyof typeof PAGE_CHOICES;

/** A minimal version of Stripe's payment page. */
export function stripePage({ amount_total: amount, currency, status }: SessionObject, note: string): string {
  const buttons = Object.entries(PAGE_CHOICES).map(
    ([choice, label]) => `<p><button name="choice" value="${choice}">${label}</button></p>`,
  );
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Payment page</title>
<h1>${(amount / 100).toFixed(2)} ${currency.toUpperCase()}</h1>
<p role="status">${note || `This page is a stand-in for Stripe's. The session is ${status}.`}</p>
${status === 'open' ? `<form method="post">${buttons.join('')}</form>` : ''}
</html>`;
}
