import { laterText } from '#kernel/language.ts';

export const CHOOSE_AN_ITEM = laterText('Please select at least one item.');
