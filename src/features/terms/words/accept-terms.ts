import { laterText } from '#kernel/language.ts';

export const ACCEPT_TERMS = laterText('Please accept the Terms and Conditions.');
