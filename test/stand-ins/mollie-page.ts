import type { PaymentEntry } from './mollie-books.ts';

const OUTCOMES = ['paid', 'failed', 'canceled', 'expired', 'open'] as const;

export interface Choice {
  readonly outcome: (typeof OUTCOMES)[number];
  readonly method: string;
}

export function choiceOf(form: string): Choice {
  const fields = new URLSearchParams(form);
  const outcome = OUTCOMES.find((one) => one === fields.get('outcome'));
  return { outcome: outcome ?? 'open', method: fields.get('method') ?? 'creditcard' };
}

/** A page like Mollie's in test mode, without a card: the visitor chooses method and outcome. */
export function mollieCheckout(shown: {
  readonly payment: PaymentEntry;
  readonly methods: readonly string[];
  readonly returnUrl: string;
}): string {
  const { payment, methods, returnUrl } = shown;
  const { currency, value } = payment.amount;
  const choices = methods.map(
    (method, index) =>
      `<label><input type="radio" name="method" value="${method}"${index === 0 ? ' checked' : ''}> ${method}</label>`,
  );
  const buttons = OUTCOMES.map((outcome) => `<button name="outcome" value="${outcome}">${outcome}</button>`);
  const form =
    payment.status === 'open'
      ? `<form method="post"><fieldset><legend>Method</legend>${choices.join('')}</fieldset>${buttons.join('')}</form>`
      : `<p>This payment is ${payment.status}.</p>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Mollie test mode</title></head>
<body><main><h1>Mollie test mode</h1><p>${escaped(String(payment.fields.description))}</p><p>${currency} ${value}</p>${form}
<p><a href="${escaped(returnUrl)}">Back</a></p></main></body></html>`;
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
