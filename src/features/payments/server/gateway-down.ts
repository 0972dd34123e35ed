import { markedText } from '#kernel/language.ts';

export const GATEWAY_DOWN = markedText('We cannot reach our payment provider. Please try again in a minute.');
