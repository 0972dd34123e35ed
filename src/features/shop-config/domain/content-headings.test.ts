import { expect, test } from 'vitest';
import { withHeadingIds } from './content-headings.ts';

test('given headings, then each has an id that the list links to', () => {
  const { html, headings } = withHeadingIds('<h2>When?</h2><p>Soon.</p><h3 class="x">Who &amp; <em>how</em></h3>');
  expect(html).toBe('<h2 id="part-1">When?</h2><p>Soon.</p><h3 class="x" id="part-2">Who &amp; <em>how</em></h3>');
  expect(headings).toEqual([
    { id: 'part-1', text: 'When?' },
    { id: 'part-2', text: 'Who & how' },
  ]);
});

test('given a heading with an id, then the id stays', () => {
  expect(withHeadingIds('<h2 id="own">A</h2>')).toEqual({
    html: '<h2 id="own">A</h2>',
    headings: [{ id: 'own', text: 'A' }],
  });
});

test('given no headings or an empty one, then the text stays as it is', () => {
  for (const html of ['<p>Only text.</p>', '<h2> </h2>', '']) {
    expect(withHeadingIds(html)).toEqual({ html, headings: [] });
  }
});
