import { describeConformance } from './conformance.ts';
import { givenSandboxUnderTest } from './sandbox-provider.ts';

describeConformance('sandbox that closes open payments', () => givenSandboxUnderTest({ closes: true }));
describeConformance('sandbox that cannot close open payments', () => givenSandboxUnderTest({ closes: false }));
