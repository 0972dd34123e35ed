import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { addTrackingFrame } from './tracking-frame.ts';

const answerFor = async (trackingPixelId: string | null) => {
  const app = Fastify();
  addTrackingFrame(app, async () => ({ trackingPixelId }));
  const answer = await app.inject('/tracking-frame');
  await app.close();
  return answer;
};

test('the frame has the vendor’s script, may do nothing but run scripts, and only the shop may show it', async () => {
  const { statusCode, body, headers } = await answerFor('1234567890');
  expect(statusCode).toBe(200);
  expect(body).toContain('data-pixel="1234567890"');
  const policy = String(headers['content-security-policy']).split('; ');
  expect(policy).toContain('sandbox allow-scripts');
  expect(policy).toContain("frame-ancestors 'self'");
  expect(policy.find((part) => part.startsWith('script-src'))).toMatch(
    /^script-src 'sha256-\S+' https:\/\/connect\.facebook\.net$/,
  );
  expect(headers['referrer-policy']).toBe('no-referrer');
});

test.each([null, '', 'abc', '1"onload="'])('there is no frame for the pixel %j', async (trackingPixelId) => {
  expect((await answerFor(trackingPixelId)).statusCode).toBe(404);
});
