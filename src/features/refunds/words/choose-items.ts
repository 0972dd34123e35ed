import { markedText } from '#kernel/language.ts';

export const CHOOSE_AN_ITEM = markedText('Please select at least one item.');
