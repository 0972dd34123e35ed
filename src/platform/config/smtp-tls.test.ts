import { expect, test } from 'vitest';
import { withTls } from './smtp-tls.ts';

test.each([
  ['smtp://mail.example.org:587', 'smtp://mail.example.org:587?requireTLS=true'],
  ['smtp://shop:p%40ss@mail.example.org', 'smtp://shop:p%40ss@mail.example.org?requireTLS=true'],
  ['smtp://mail.example.org?pool=true', 'smtp://mail.example.org?pool=true&requireTLS=true'],
  ['smtp://mail.example.org?requireTLS=true', 'smtp://mail.example.org?requireTLS=true'],
])('mails to a server elsewhere, %s, are sent with STARTTLS or not at all', (url, expected) => {
  expect(withTls(url)).toEqual({ url: expected, notes: [] });
});

test.each(['smtps://mail.example.org', 'smtp://localhost:1025', 'smtp://127.0.0.1:25', 'smtp://[::1]:25'])(
  'nothing is added to %s, which is encrypted from the start or on this machine',
  (url) => {
    expect(withTls(url)).toEqual({ url, notes: [] });
  },
);

test.each(
  ['requireTLS=false', 'requireTLS=0', 'requireTLS=', 'ignoreTLS=true', 'ignoreTLS=1'].map(
    (option) => `smtp://mail.internal?${option}`,
  ),
)('%s allows plain mail, with a warning that repeats no password', (url) => {
  const { url: kept, notes } = withTls(url.replace('//', '//shop:secret@'));
  expect(kept).toBe(url.replace('//', '//shop:secret@'));
  expect(notes).toEqual(['WARNING: emails to mail.internal may be sent unencrypted, because SMTP_URL allows it.']);
});
