import { expect, test } from 'vitest';
import { accessibilityStatement } from './accessibility-statement.ts';
import { sanitizeOperatorHtml } from './folder/operator-html.ts';

const shop = {
  name: 'Dune & Sea',
  locale: 'en-GB',
  operator: { name: 'Small <Ltd>', email: 'hello@small.example', address: ['Street 1', 'Town'] },
};

test('the statement that a shop has by itself names the shop, how to reach it and a day', () => {
  const html = accessibilityStatement(shop);
  expect(html).toContain('buy and manage a ticket at Dune &amp; Sea');
  expect(html).toContain('<a href="mailto:hello@small.example">hello@small.example</a>');
  expect(html).toContain('Small &lt;Ltd&gt;, Street 1, Town');
  expect(html).toMatch(/This statement was last reviewed on \d+ \w+ \d{4}\./);
});

test('it holds nothing that an operator’s own text may not hold', () => {
  expect(sanitizeOperatorHtml(accessibilityStatement(shop), 'page').removed).toEqual([]);
});

test('in a shop of another language it says that it is English', () => {
  expect(accessibilityStatement(shop)).not.toContain('lang=');
  expect(accessibilityStatement({ ...shop, locale: 'de' })).toMatch(/^<div lang="en">.*<\/div>$/s);
});
