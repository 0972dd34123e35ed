import { expect, test } from 'vitest';
import { withHeadingIds } from './content-headings.ts';

test('each heading gets an id that the list links to', () => {
  const { html, headings } = withHeadingIds('<h2>When?</h2><p>Soon.</p><h3 class="x">Who &amp; <em>how</em></h3>');
  expect(html).toBe('<h2 id="part-1">When?</h2><p>Soon.</p><h3 class="x" id="part-2">Who &amp; <em>how</em></h3>');
  expect(headings).toEqual([
    { id: 'part-1', text: 'When?' },
    { id: 'part-2', text: 'Who & how' },
  ]);
});

test('a heading keeps its own id', () => {
  expect(withHeadingIds('<h2 id="own">A</h2>')).toEqual({
    html: '<h2 id="own">A</h2>',
    headings: [{ id: 'own', text: 'A' }],
  });
});

test('a text without headings, or with an empty one, stays as it is', () => {
  for (const html of ['<p>Only text.</p>', '<h2> </h2>', '']) {
    expect(withHeadingIds(html)).toEqual({ html, headings: [] });
  }
});
