import { describeConformance } from './conformance.ts';
import { givenStripeUnderTest } from './stripe-provider.ts';

describeConformance('stripe', () => givenStripeUnderTest());
