import { escapeHtml } from '#kernel/escape-html.ts';

/** Monri's page, where the visitor chooses how the card payment ends. */
export function monriPage(shown: { readonly fields: Record<string, string>; readonly notice: string }): string {
  const { fields, notice } = shown;
  const amount = `${fields.currency} ${(Number(fields.amount) / 100).toFixed(2)}`;
  const buttons = [
    ['pay', 'Pay'],
    ['decline', 'Pay with a card that is declined'],
    ['cancel', 'Cancel'],
  ].map(([value, label]) => `<button name="choice" value="${value}">${label}</button>`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Monri WebPay</title></head>
<body><main><h1>Monri WebPay</h1><p>${escapeHtml(fields.order_info ?? '')}</p><p>${amount}</p>
<p role="status">${escapeHtml(notice)}</p>
<form method="post" action="/v2/form/${encodeURIComponent(fields.order_number ?? '')}">${buttons.join('')}</form>
</main></body></html>`;
}
