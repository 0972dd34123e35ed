import { expect, test } from 'vitest';
import { unusedFiles } from './kept-tickets.ts';

const ORIGIN = 'https://shop.example';
const file = (path: string) => ({ url: ORIGIN + path, page: null });
const page = (path: string, ...files: string[]) => ({
  url: ORIGIN + path,
  page: `${files.map((name) => `<link rel="stylesheet" href="${name}">`).join('')}<script src="/kept.js"></script>`,
});

test('files that no kept page loads are dropped', () => {
  const kept = [file('/old.css'), file('/new.css'), file('/kept.js'), page('/portal/tickets/A', '/new.css')];
  expect(unusedFiles(kept, ORIGIN)).toEqual([`${ORIGIN}/old.css`]);
});

test('the files of another order’s older page stay as long as the page does', () => {
  const kept = [
    file('/old.css'),
    file('/new.css'),
    page('/portal/tickets/A', '/new.css'),
    page('/portal/tickets/B', `${ORIGIN}/old.css`),
  ];
  expect(unusedFiles(kept, ORIGIN)).toEqual([]);
});
