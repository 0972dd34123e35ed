import { describeConformance } from './conformance.ts';
import { givenSandboxUnderTest } from './sandbox-provider.ts';

describeConformance('sandbox', () => givenSandboxUnderTest(true));
describeConformance('sandbox', () => givenSandboxUnderTest(false));
