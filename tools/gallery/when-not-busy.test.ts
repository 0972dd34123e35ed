import { expect, test } from 'vitest';
import { whenNotBusy } from './when-not-busy.ts';

const busy = () => new Response(null, { status: 503, headers: { 'retry-after': '0' } });

test('a request is sent again while the shop is busy', async () => {
  const answers = [busy(), busy(), new Response('the page'), new Response('too much')];
  const answer = await whenNotBusy(async () => answers.shift()!);
  expect(await answer.text()).toBe('the page');
});

test('after any other refusal, the request is not sent again', async () => {
  const answers = [new Response(null, { status: 500 }), new Response('too much')];
  expect((await whenNotBusy(async () => answers.shift()!)).status).toBe(500);
});

test('if the shop stays busy, its last answer is returned', async () => {
  expect((await whenNotBusy(async () => busy())).status).toBe(503);
});
