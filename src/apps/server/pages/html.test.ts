import { expect, test } from 'vitest';
import { escapeHtml } from '#kernel/escape-html.ts';
import { embeddableJson, plainText } from './html.ts';

test('escaped markup is harmless as text and as a quoted attribute', () => {
  expect(escapeHtml(`<b title="x">'&'</b>`)).toBe('&lt;b title=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/b&gt;');
});

test('embedded data cannot leave its script element, and parses to the same value', () => {
  const data = { text: '</script><!--<script>\u2028&', list: [1, null, true] };
  const json = embeddableJson(data);
  expect(json).not.toMatch(/[<>&\u2028]/);
  expect(JSON.parse(json)).toEqual(data);
});

test('plain text has the words of the HTML and is cut at a word', () => {
  expect(plainText('<p>All &amp; <b>more</b>.</p><p>Then</p>', 100)).toBe('All & more. Then');
  expect(plainText('one two three four', 10)).toBe('one two…');
  expect(plainText('unbreakable', 5).length).toBeLessThanOrEqual(5);
});
