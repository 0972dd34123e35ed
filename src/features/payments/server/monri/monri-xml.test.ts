import { expect, test } from 'vitest';
import { readXml, writeXml } from './monri-xml.ts';

test('XML that is written is read with the same root and fields', () => {
  const fields = { 'order-number': 'FY-1', name: `<Ana & "Ivo's">` };
  expect(readXml(writeXml('order', fields))).toEqual({ root: 'order', fields });
});

test('only children of the root are read, and only the first of several with the same name', () => {
  const { root, fields } = readXml(
    '<order>\n<status>approved</status><status>declined</status><card><status>declined</status></card><id type="integer"> 7 </id><empty nil="true"/><a><![CDATA[x<y]]></a></order>',
  );
  expect(root).toBe('order');
  expect(fields).toEqual({ status: 'approved', card: '', id: '7', empty: '', a: 'x<y' });
});

test.each([
  ['a page', '<html><body>Maintenance<br></body></html>'],
  ['half an answer', '<order><status>approved</sta'],
  ['nothing', ''],
  ['JSON', '{"status":"approved"}'],
  ['a document type', '<!DOCTYPE order [<!ENTITY a "aaaa">]><order><status>approved</status></order>'],
  ['an undeclared entity', '<order><status>&a;</status></order>'],
])('%s is refused', (_, text) => {
  expect(() => readXml(text)).toThrow();
});

test('the names of built-in properties are harmless', () => {
  expect(readXml('<order><__proto__>x</__proto__><constructor>y</constructor></order>').fields.status).toBeUndefined();
});
