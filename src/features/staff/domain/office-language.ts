/** The languages of the office. */
export const OFFICE_LANGUAGES = ['en', 'de', 'hr'] as const;

export type StaffLanguage = (typeof OFFICE_LANGUAGES)[number];

/**
 * Returns the first language of an `Accept-Language` header that the office speaks: `de` for `fr,de-AT;q=0.8,en;q=0.5`.
 * Null if there is none.
 */
export function acceptedLanguage(header: string | undefined): StaffLanguage | null {
  const accepted = (header ?? '')
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      const quality = parameters.find((parameter) => parameter.startsWith('q='));
      const weight = quality === undefined ? 1 : Number(quality.slice(2));
      return { language: OFFICE_LANGUAGES.find((language) => tag.split('-', 1)[0] === language), weight };
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight);
  return accepted.find(({ language }) => language !== undefined)?.language ?? null;
}
