// Sets up every test file: properties start from one seed, and LONG_ROUNDS (npm run test:long) multiplies their runs.
import fc from 'fast-check';
import { rounds, seed } from './rounds.ts';

// 100 is fast-check's default.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed, numRuns: 100 * rounds });
