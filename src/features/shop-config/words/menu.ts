import { laterText, type Sentence } from '#kernel/language.ts';
import type { MenuConfig, MenuEntry } from '../domain/menu.ts';

const labels = {
  home: laterText('Home'),
  tickets: laterText('Tickets'),
  merchandise: laterText('Merchandise'),
  portal: laterText('Portal'),
} satisfies Record<Exclude<MenuEntry['name'], 'ambassadors'>, string>;

export const menuLabel = (
  { name }: Pick<MenuEntry, 'name'>,
  { ambassadorsLabel }: Pick<MenuConfig, 'ambassadorsLabel'>,
): Sentence => (name === 'ambassadors' ? () => ambassadorsLabel : labels[name]);
