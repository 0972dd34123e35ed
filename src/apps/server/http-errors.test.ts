import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { addErrorHandling } from './http-errors.ts';

async function answerTo(error: object) {
  const app = Fastify();
  addErrorHandling(app);
  app.get('/', () => {
    throw Object.assign(new Error('broken'), error);
  });
  const response = await app.inject('/');
  return { status: response.statusCode, retryAfter: response.headers['retry-after'], message: response.json().message };
}

test.each([
  ['a refused connection', { code: 'ECONNREFUSED' }],
  ['a host whose name nobody knows at the moment', { code: 'EAI_AGAIN' }],
  ['a host that cannot be reached', { code: 'EHOSTUNREACH' }],
  ['a database that is shutting down', { code: '57P01' }],
  ['too many connections', { code: '53300' }],
  ['a lock that could not be had', { code: '55P03' }],
  ['a statement that ran out of time', { code: '57014' }],
  ['a transaction that was ended for standing idle', { code: '25P03' }],
  ['a deadlock at every try', { code: '40P01' }],
  ['a full pool of connections', { message: 'timeout exceeded when trying to connect' }],
])('given %s, then the answer is 503 with a time to come back', async (_what, error) => {
  expect(await answerTo(error)).toMatchObject({ status: 503, retryAfter: '2' });
});

test.each([
  ['a violated constraint', { code: '23505' }],
  ['a mistake of our own', { message: 'secret detail' }],
])('given %s, then the answer is 500 and says nothing about it', async (_what, error) => {
  expect(await answerTo(error)).toMatchObject({
    status: 500,
    message: 'Something went wrong on our side. Please try again.',
  });
});
