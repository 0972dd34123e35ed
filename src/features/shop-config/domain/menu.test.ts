import { expect, test } from 'vitest';
import { type MenuConfig, menuOf } from './menu.ts';

const names = (changes: Partial<MenuConfig> = {}) =>
  menuOf({
    shopActive: true,
    merchandiseActive: true,
    ambassadorsUrl: 'friends',
    ambassadorsLabel: 'Friends',
    texts: { ambassadorsHtml: '<p>Bring them.</p>' },
    ...changes,
  }).map((entry) => entry.name);

test('given everything is on, then the menu has all entries', () => {
  expect(names()).toEqual(['home', 'tickets', 'merchandise', 'portal', 'ambassadors']);
});

test('given an inactive shop, then the menu has neither tickets nor merchandise', () => {
  expect(names({ shopActive: false })).toEqual(['home', 'portal', 'ambassadors']);
});

test('given inactive merchandise, then the menu has no merchandise', () => {
  expect(names({ merchandiseActive: false })).toEqual(['home', 'tickets', 'portal', 'ambassadors']);
});

test('given no label or no text for ambassadors, then the menu has no entry for them', () => {
  expect(names({ ambassadorsLabel: '' })).not.toContain('ambassadors');
  expect(names({ texts: { ambassadorsHtml: ' ' } })).not.toContain('ambassadors');
});
