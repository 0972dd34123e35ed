import { markedText, type Sentence } from '#kernel/language.ts';
import type { MenuConfig, MenuEntry } from '../domain/menu.ts';

const labels = {
  home: markedText('Home'),
  tickets: markedText('Tickets'),
  merchandise: markedText('Merchandise'),
  portal: markedText('Portal'),
} satisfies Record<Exclude<MenuEntry['name'], 'ambassadors'>, string>;

export const menuLabel = (
  { name }: Pick<MenuEntry, 'name'>,
  { ambassadorsLabel }: Pick<MenuConfig, 'ambassadorsLabel'>,
): Sentence => (name === 'ambassadors' ? () => ambassadorsLabel : labels[name]);
