import { describeConformance } from './conformance.ts';
import { givenMonriUnderTest } from './monri-provider.ts';

describeConformance('monri', () => givenMonriUnderTest());
