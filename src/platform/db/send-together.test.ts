import { Writable } from 'node:stream';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { sendTogether } from './send-together.ts';

function givenClient() {
  const packets: string[] = [];
  const stream = new Writable({
    decodeStrings: false,
    write(text: string, _encoding, done) {
      packets.push(text);
      done();
    },
    writev(chunks, done) {
      packets.push(chunks.map(({ chunk }) => chunk).join(''));
      done();
    },
  });
  const client = { connection: { stream } } as unknown as pg.PoolClient;
  return {
    packets,
    send: (text: string) => {
      sendTogether(client);
      stream.write(text);
    },
  };
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test('statements of one turn leave in one packet, including those that a resolved promise sends', async () => {
  const { packets, send } = givenClient();
  send('a');
  await Promise.resolve();
  send('b');
  await nextTurn();
  expect(packets).toEqual(['ab']);
});

test('statements of two turns do not wait for each other', async () => {
  const { packets, send } = givenClient();
  send('a');
  await nextTurn();
  expect(packets).toEqual(['a']);
  send('b');
  await nextTurn();
  expect(packets).toEqual(['a', 'b']);
});
