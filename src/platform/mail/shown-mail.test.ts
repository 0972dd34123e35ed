import { expect, test } from 'vitest';
import { carriesSecret, shownMail } from './shown-mail.ts';

const LINK = 'https://shop.example/payment-plan-payment/SLK-7Q4M2X/c0ffee123/SLK-7Q4M2X-2';
const HTML = `<img src="https://shop.example/images/logo.png"><a href="${LINK}">Pay now</a><br>${LINK}
<p>Ticket T-4KX9-2MQD</p><a href='https://shop.example/portal'>Portal</a>`;

test('a mail is shown as it was sent, but without links, their secrets and ticket codes', () => {
  const shown = shownMail(HTML, ['T-4KX9-2MQD']);
  expect(shown).not.toMatch(/c0ffee123|href|T-4KX9/);
  expect(shown).toContain('>Pay now</a>');
  expect(shown).toContain('https://shop.example/payment-plan-payment/…');
  expect(shown).toContain('src="https://shop.example/images/logo.png"');
  expect(shown).toContain('Ticket •••••');
  expect(shownMail('<style>p{}</style><p style="color:red">', [])).toBe(
    '<template>p{}</template><p data-style="color:red">',
  );
});

test('a picture of a code is replaced by its description', () => {
  expect(shownMail('<img src="cid:code-1" width="180" alt="QR code">', [])).toBe('<img width="180" alt="QR code">');
});

const SENT = { draft: null, html: null, attachments: [] };

test('a mail with tickets or a link that opens the order contains a secret, sent or not', () => {
  expect(carriesSecret({ ...SENT, draft: { parts: [{ kind: 'button', url: LINK }] } })).toBe(true);
  expect(carriesSecret({ ...SENT, draft: { parts: [{ kind: 'paragraph', text: 'Cancelled' }] } })).toBe(false);
  expect(carriesSecret({ ...SENT, html: HTML })).toBe(true);
  expect(carriesSecret({ ...SENT, html: '<p>Cancelled</p>', attachments: [{ kind: 'ticket' }] })).toBe(true);
  expect(carriesSecret({ ...SENT, html: '<a href="https://shop.example/portal/tickets/SLK-1#abc">' })).toBe(true);
  expect(
    carriesSecret({
      ...SENT,
      html: '<a href="https://shop.example/portal/orders/SLK-1">',
      attachments: [{ kind: 'qr' }],
    }),
  ).toBe(false);
});
