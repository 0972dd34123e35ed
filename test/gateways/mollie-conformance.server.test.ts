import { describeConformance } from './conformance.ts';
import { givenMollieUnderTest } from './mollie-provider.ts';

describeConformance('mollie', () => givenMollieUnderTest());
