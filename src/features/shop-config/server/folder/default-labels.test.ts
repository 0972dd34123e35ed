import { expect, test } from 'vitest';
import { languageOf } from '#kernel/language.ts';
import { defaultLabels, translatedLabel } from './default-labels.ts';

test('given a shop of another language, then what its operator did not name is said in it, and the operator’s own words stay', () => {
  const german = languageOf('de', { Paid: 'Bezahlt', 'All done': 'Alles erledigt' });
  expect(translatedLabel(defaultLabels.payment_statuses.paid, german)).toBe('Bezahlt');
  expect(translatedLabel('All done', german)).toBe('All done');
});
