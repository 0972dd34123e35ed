import { expect, test } from 'vitest';
import { z } from 'zod';
import { ENGLISH } from '#kernel/language.ts';
import { wrongFields } from './wrong-fields.ts';

const schema = z.object({
  text: z.string().max(3),
  short: z.string().min(3),
  sign: z.string().regex(/^a$/),
  list: z.array(z.int()).max(1),
  number: z.int().max(3),
  kind: z.enum(['a', 'b']),
  either: z.union([z.int(), z.boolean()]),
  map: z.record(z.string().max(2), z.string()),
  deep: z.object({ line: z.string().max(2) }),
});

test('the field of any issue gets one plain sentence and never the words of the library', () => {
  const wrong = schema.safeParse({
    text: 'long',
    short: 'a',
    sign: 'b',
    list: [1, 2],
    number: 4,
    kind: 'c',
    either: 'neither',
    map: { long: 'x' },
    deep: { line: 'long' },
  });
  const anything = 'This field has an invalid type or value.';
  const messages = Object.fromEntries(
    wrongFields(wrong.error!).map(({ field, message }) => [field, ENGLISH.translate(message)]),
  );
  expect(messages).toEqual({
    text: 'Please use no more than 3 characters.',
    short: anything,
    sign: anything,
    list: anything,
    number: anything,
    kind: anything,
    either: anything,
    'map.long': anything,
    'deep.line': 'Please use no more than 2 characters.',
  });
  expect(wrongFields(schema.safeParse(null).error!)).toEqual([{ field: 'body', message: anything }]);
});
