import { expect, test } from 'vitest';
import { providerName } from './provider-name.ts';

test('a provider is shown by its name, and an unknown one by its key', () => {
  expect(providerName('monri')).toBe('Monri');
  expect(providerName('sandbox')).toBe('Sandbox');
});
