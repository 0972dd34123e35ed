import { expect, test } from 'vitest';
import { providerName } from './provider-name.ts';

test('a provider is called by its name, and one that is not known by its key', () => {
  expect(providerName('monri')).toBe('Monri');
  expect(providerName('sandbox')).toBe('Sandbox');
});
