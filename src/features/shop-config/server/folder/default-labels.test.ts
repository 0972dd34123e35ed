import { afterEach, expect, test } from 'vitest';
import { ENGLISH, languageOf } from '#kernel/language.ts';
import { speak } from '#kernel/text.ts';
import { defaultLabels, saidLabel } from './default-labels.ts';

afterEach(() => speak(ENGLISH));

test('given a shop of another language, then what its operator did not name is said in it, and the operator’s own words stay', () => {
  speak(languageOf('de', { Paid: 'Bezahlt', 'All done': 'Alles erledigt' }));
  expect(saidLabel(defaultLabels.payment_statuses.paid)).toBe('Bezahlt');
  expect(saidLabel('All done')).toBe('All done');
});
