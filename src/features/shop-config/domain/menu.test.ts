import { expect, test } from 'vitest';
import { type MenuConfig, menuOf } from './menu.ts';

const labels = (changes: Partial<MenuConfig> = {}) =>
  menuOf({
    shopActive: true,
    merchandiseActive: true,
    ambassadorsUrl: 'friends',
    ambassadorsLabel: 'Friends',
    texts: { ambassadorsHtml: '<p>Bring them.</p>' },
    ...changes,
  }).map((entry) => entry.label);

test('given everything is on, then the menu has all entries', () => {
  expect(labels()).toEqual(['Home', 'Tickets', 'Merchandise', 'Portal', 'Friends']);
});

test('given an inactive shop, then neither tickets nor merchandise', () => {
  expect(labels({ shopActive: false })).toEqual(['Home', 'Portal', 'Friends']);
});

test('given inactive merchandise, then no merchandise', () => {
  expect(labels({ merchandiseActive: false })).toEqual(['Home', 'Tickets', 'Portal', 'Friends']);
});

test('given no label or no text for ambassadors, then no entry', () => {
  expect(labels({ ambassadorsLabel: '' })).not.toContain('Friends');
  expect(labels({ texts: { ambassadorsHtml: ' ' } })).not.toContain('Friends');
});
