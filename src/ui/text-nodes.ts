import { createElement, Fragment, type ReactElement, type ReactNode } from 'react';
import { type PartsOf, textParts } from '#kernel/text.ts';

/** A text with elements in it, see `textParts`: `textNodes('Read our <terms>terms</terms>.', { terms: (words) => <a…>{words}</a> })`. */
export const textNodes = <const Text extends string>(english: Text, parts: PartsOf<Text, ReactNode>): ReactElement =>
  createElement(Fragment, null, ...textParts<ReactNode, Text>(english, parts));
