import { expect, test } from 'vitest';
import { sanitizeOperatorHtml } from './operator-html.ts';

const page = (html: string) => sanitizeOperatorHtml(html, 'page').html;

test.each([
  ['<script>alert(1)</script>ok', 'ok'],
  ['<p style="position:fixed">x</p>', '<p>x</p>'],
  ['<p onmouseover=alert(1)>x</p>', '<p>x</p>'],
  ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
  ['<a href=" jAvAsCrIpT:alert(1)">x</a>', '<a>x</a>'],
  ['<a href="java&#10;script:alert(1)">x</a>', '<a>x</a>'],
  ['<a href="data:text/html,x">x</a>', '<a>x</a>'],
  ['<a href="vbscript:x">x</a>', '<a>x</a>'],
  ['<a href="//evil.example">x</a>', '<a>x</a>'],
  ['<a href="/\\evil.example">x</a>', '<a>x</a>'],
  ['<a href="https:/\\evil.example">x</a>', '<a>x</a>'],
  ['<img src=x onerror=alert(1)>', ''],
  ['<svg><script>alert(1)</script></svg>', ''],
  ['<math><mi xlink:href="javascript:x">a</mi></math>', ''],
  ['<iframe src="https://x.example"></iframe>', ''],
  ['<form action="https://x.example"><input name=a></form>', ''],
  ['<style>body{display:none}</style>', ''],
  ['<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>', ''],
  ['<p id="root" class="x" name="y">x</p>', '<p>x</p>'],
  ['<base href="https://evil.example"><meta http-equiv=refresh>', ''],
])('%s becomes %s', (html, clean) => {
  expect(page(html)).toBe(clean);
});

test('text, lists, tables and harmless links stay', () => {
  const html =
    '<h2>A</h2><p>b <strong>c</strong><br /><a href="/faqs">d</a> <a href="mailto:e@example.org">e</a></p><ul><li>f</li></ul><table><tbody><tr><th scope="row">g</th><td colspan="2">h</td></tr></tbody></table>';
  expect(sanitizeOperatorHtml(html, 'page')).toEqual({ html, removed: [] });
});

test('an external link always has rel="noopener noreferrer"', () => {
  expect(page('<a href="https://x.example" rel="opener" target="_blank">x</a>')).toBe(
    '<a href="https://x.example" rel="noopener noreferrer">x</a>',
  );
});

test('headings begin below the heading that is already there', () => {
  expect(sanitizeOperatorHtml('<h1>a</h1><h2>b</h2><h3>c</h3>', 'description').html).toBe(
    '<h3>a</h3><h3>b</h3><h3>c</h3>',
  );
  expect(page('<h1>a</h1><h2>b</h2>')).toBe('<h2>a</h2><h2>b</h2>');
});

test('cleaning twice has the same result as cleaning once', () => {
  const once = page('<p>a & b < c &lt;script&gt; €<b>un');
  expect(page(once)).toBe(once);
});
