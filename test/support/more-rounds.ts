// Set-up of every test file: with LONG_ROUNDS (npm run test:long) each property is tried so many times as often.
import { rounds } from './rounds.ts';

if (rounds > 1) {
  const { default: fc } = await import('fast-check');
  // 100 is what fast-check does by itself.
  fc.configureGlobal({ ...fc.readConfigureGlobal(), numRuns: 100 * rounds });
}
