import path from 'node:path';
import { expect, test } from 'vitest';
import { classNameOf } from './class-name.ts';

const project = path.join(import.meta.dirname, '../..');
const endingOf = (className: string) => className.slice(-5);

test('the same name in two files makes two different classes', () => {
  const inCard = classNameOf('title', `${project}/src/ui/card.module.css`);
  const inPrice = classNameOf('title', `${project}/src/ui/price.module.css`);
  expect(inCard).toMatch(/^title_[\w-]{4}$/);
  expect(inPrice).not.toBe(inCard);
});

test('the classes of one file have the same ending', () => {
  const file = `${project}/src/ui/card.module.css`;
  expect(endingOf(classNameOf('title', file))).toBe(endingOf(classNameOf('note', file)));
});
