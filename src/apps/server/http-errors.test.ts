import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { ENGLISH } from '#kernel/language.ts';
import { TooManyWaiting } from '#platform/work/at-most.ts';
import { addErrorHandling } from './http-errors.ts';

async function answerTo(error: object) {
  const app = Fastify();
  addErrorHandling(
    app,
    () => ENGLISH,
    async () => ({ language: ENGLISH, shopName: 'Small', brandColor: null }),
  );
  app.get('/', () => {
    throw Object.assign(new Error('broken'), error);
  });
  const response = await app.inject('/');
  return { status: response.statusCode, retryAfter: response.headers['retry-after'], message: response.json().message };
}

test.each([
  ['a refused connection', { code: 'ECONNREFUSED' }],
  ['a host whose name cannot be resolved at the moment', { code: 'EAI_AGAIN' }],
  ['a host that cannot be reached', { code: 'EHOSTUNREACH' }],
  ['a database socket that is missing', { code: 'ENOENT', syscall: 'connect', address: '/run/.s.PGSQL.5432' }],
  ['a database that is shutting down', { code: '57P01' }],
  ['too many connections', { code: '53300' }],
  ['a lock that was not free in time', { code: '55P03' }],
  ['a statement that ran out of time', { code: '57014' }],
  ['a transaction that was ended because it was idle', { code: '25P03' }],
  ['a deadlock at every attempt', { code: '40P01' }],
  ['a full pool of connections', { message: 'timeout exceeded when trying to connect' }],
])('%s is answered with 503 and the time of the next attempt', async (_what, error) => {
  expect(await answerTo(error)).toMatchObject({ status: 503, retryAfter: '2' });
});

test.each([
  ['a program', 'application/json', /^application\/json/, '3'],
  ['a person', 'text/html,application/xhtml+xml', /^text\/html/, '10'],
])(
  'while too much expensive work waits, %s is asked to retry in a readable format',
  async (_who, accept, type, seconds) => {
    const app = Fastify();
    addErrorHandling(
      app,
      () => ENGLISH,
      async () => ({ language: ENGLISH, shopName: 'Small & Co', brandColor: null }),
    );
    app.get('/', () => {
      throw new TooManyWaiting('a document', 3);
    });
    const { statusCode, headers, body } = await app.inject({ url: '/', headers: { accept } });
    expect(statusCode).toBe(503);
    expect(headers).toMatchObject({ 'retry-after': seconds, 'cache-control': 'no-store' });
    expect(headers['content-type']).toMatch(type);
    expect(body).toContain('The shop is very busy');
  },
);

test.each([
  ['a violated constraint', { code: '23505' }],
  ['a missing file', { code: 'ENOENT', syscall: 'open', path: '/pictures/banner.png' }],
  ['a bug of ours', { message: 'secret detail' }],
])('%s is answered with 500, which reveals nothing about it', async (_what, error) => {
  expect(await answerTo(error)).toMatchObject({
    status: 500,
    message: 'Something went wrong on our side. Please try again.',
  });
});
