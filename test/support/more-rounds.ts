// Set-up of every test file: all properties start from one seed, and with LONG_ROUNDS (npm run test:long) each is tried so
// many times as often.
import fc from 'fast-check';
import { rounds, seed } from './rounds.ts';

// 100 is what fast-check does by itself.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed, numRuns: 100 * rounds });
