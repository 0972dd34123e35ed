import { expect, test } from 'vitest';
import { foldedQuestions } from './folded-questions.ts';

test('questions as headings fold with their answers, and text before the first stays open', () => {
  expect(
    foldedQuestions(
      '<p>Ask us.</p><h2>When?</h2><p>Soon.</p><ul><li>Really</li></ul><h2 lang="en">Who?</h2><p>You.</p>',
    ),
  ).toBe(
    '<p>Ask us.</p>' +
      '<details><summary><h2>When?</h2></summary><p>Soon.</p><ul><li>Really</li></ul></details>' +
      '<details><summary><h2 lang="en">Who?</h2></summary><p>You.</p></details>',
  );
});

test('topics stay headings, and the questions below them fold', () => {
  expect(
    foldedQuestions(
      '<h2>Tickets</h2><h3>When?</h3><p>Soon.</p><h3>How?</h3><p>So.</p><h2>Coach</h2><h3>Where?</h3><p>Here.</p>',
    ),
  ).toBe(
    '<h2>Tickets</h2>' +
      '<details><summary><h3>When?</h3></summary><p>Soon.</p></details>' +
      '<details><summary><h3>How?</h3></summary><p>So.</p></details>' +
      '<h2>Coach</h2>' +
      '<details><summary><h3>Where?</h3></summary><p>Here.</p></details>',
  );
});

test.each([
  ['no headings', '<p>Ask us.</p>'],
  ['a single question', '<h2>When?</h2><p>Soon.</p>'],
  ['the operator’s own folds', '<h2>A</h2><details><summary>When?</summary>Soon.</details><h2>B</h2><p>C</p>'],
  ['headings inside something else', '<blockquote><h2>When?</h2><p>Soon.</p><h2>Who?</h2></blockquote>'],
  ['a heading without an answer', '<h2>When?</h2><h2>Who?</h2><p>You.</p>'],
  ['nothing', ''],
])('a text with %s stays as it is', (_what, html) => expect(foldedQuestions(html)).toBe(html));
