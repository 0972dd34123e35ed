import { expect, test } from 'vitest';
import { shownPage } from './shown-page.ts';

test('links lead nowhere, buttons and fields do nothing, and scripts are gone', () => {
  const html =
    '<link rel="preload" href="/a.jpg"/><a class="x" href="/pay/secret-1">Pay</a><form action="/x"><button type="submit">Go</button>' +
    '<input type="text"/><select></select></form><script>alert(1)</script><script id="y">$RC("a")</script>';
  expect(shownPage(html, [])).toBe(
    '<link rel="preload" href="/a.jpg"/><a class="x">Pay</a><form><button aria-disabled="true" type="submit">Go</button>' +
      '<input disabled="" type="text"/><select disabled=""></select></form>',
  );
});

test('secrets are hidden wherever they occur, and an empty secret hides nothing', () => {
  expect(shownPage('<img src="/qr/SECRET"/>Your code SECRET', ['SECRET', ''])).toBe(
    '<img src="/qr/•••••"/>Your code •••••',
  );
  expect(shownPage('Code SEC RET', ['SECRET'])).toBe('Code •••••');
});

test('inline styles are moved to `data-style`', () => {
  expect(shownPage('<table style="--columns:6">', [])).toBe('<table data-style="--columns:6">');
});
