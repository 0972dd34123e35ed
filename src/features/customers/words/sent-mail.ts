import { markedText } from '#kernel/language.ts';

export const SPAM_NOTE = markedText('If it does not arrive within 10 minutes, please check your spam or junk folder.');
