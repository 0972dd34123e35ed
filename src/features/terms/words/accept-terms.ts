import { markedText } from '#kernel/language.ts';

export const ACCEPT_TERMS = markedText('Please accept the Terms and Conditions.');
