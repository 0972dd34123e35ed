import { describe } from 'vitest';
import { describeConformance } from './conformance.ts';
import { givenSandboxUnderTest } from './sandbox-provider.ts';

describe('when open payments can be closed', () => {
  describeConformance('sandbox', () => givenSandboxUnderTest({ closes: true }));
});
describe('when open payments cannot be closed', () => {
  describeConformance('sandbox', () => givenSandboxUnderTest({ closes: false }));
});
