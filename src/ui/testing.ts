import { createElement, type ReactNode } from 'react';
import { ENGLISH } from '#kernel/language.ts';
import { LanguageProvider } from './language.ts';

/** A part of a screen as it is rendered in English. */
export const inEnglish = (children: ReactNode) => createElement(LanguageProvider, { value: ENGLISH, children });
