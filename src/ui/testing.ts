import { createElement, type ReactNode } from 'react';
import { ENGLISH } from '#kernel/language.ts';
import { LanguageProvider } from './language.ts';

/** Wraps a part of a screen, so that it renders in English. */
export const inEnglish = (children: ReactNode) => createElement(LanguageProvider, { value: ENGLISH, children });
