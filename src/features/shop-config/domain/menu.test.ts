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

test('the menu has all entries if everything is on', () => {
  expect(names()).toEqual(['home', 'tickets', 'merchandise', 'portal', 'ambassadors']);
});

test('the menu of an inactive shop has neither tickets nor merchandise', () => {
  expect(names({ shopActive: false })).toEqual(['home', 'portal', 'ambassadors']);
});

test('inactive merchandise is not in the menu', () => {
  expect(names({ merchandiseActive: false })).toEqual(['home', 'tickets', 'portal', 'ambassadors']);
});

test('ambassadors are in the menu only with a label and a text', () => {
  expect(names({ ambassadorsLabel: '' })).not.toContain('ambassadors');
  expect(names({ texts: { ambassadorsHtml: ' ' } })).not.toContain('ambassadors');
});
