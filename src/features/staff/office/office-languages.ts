/** Each language by its own name, which is the same in every language. */
export const OWN_NAMES = { en: 'English', de: 'Deutsch', hr: 'Hrvatski' } as const;

export const isOfficeLanguage = (tag: string): tag is keyof typeof OWN_NAMES => Object.hasOwn(OWN_NAMES, tag);
