import type { State } from '../state.ts';
import * as step from './steps.ts';

export const paymentStates: readonly State[] = [
  { name: 'payment/due', at: (world) => world.payPath('7Q4MXD', 2), sees: 'Due now' },
  {
    name: 'payment/due, accepted',
    at: (world) => world.payPath('7Q4MXD', 2),
    act: step.acceptTerms,
    sees: 'Due now',
  },
  { name: 'payment/third attempt', at: (world) => world.payPath('9K4DTE', 2), sees: 'There is a maximum of' },
  { name: 'payment/too many attempts', at: (world) => world.payPath('MAX5', 2), sees: 'SLK-MAX5' },
  {
    name: 'payment/too many attempts, transfer instead',
    at: (world) => world.payPath('MAXC', 1),
    sees: 'Change to bank transfer',
  },
  { name: 'payment/paid', at: (world) => world.payPath('7Q4MXD', 1), sees: 'Paid' },
  { name: 'payment/problem', at: (world) => world.payPath('9K4DTE', 3), sees: 'you do not need to pay again' },
  { name: 'payment/with the provider', at: (world) => world.payPath('PLN2', 2), sees: 'Refresh' },
  { name: 'payment/refund requested', at: (world) => world.payPath('PLNA', 2), sees: 'SLK-PLNA' },
  { name: 'payment/order cancelled', at: (world) => world.payPath('8R6NUC', 1), sees: 'SLK-8R6NUC' },
  { name: 'payment/as its owner', at: (world) => world.payPath('CARD', 1), as: 'mila', sees: 'Due now' },
  {
    name: 'payment/could not be loaded',
    at: (world) => world.payPath('7Q4MXD', 2),
    before: step.failPayment,
    sees: 'The payment could not be loaded.',
  },

  { name: 'accept terms/open', at: (world) => world.termsPath('5F2WHJ'), sees: 'Accept' },
  { name: 'accept terms/done', at: (world) => world.termsPath('TERM'), act: step.acceptByLink, sees: 'Thank you!' },
  { name: 'accept terms/already done', at: (world) => world.termsPath('2H9CRW'), sees: 'Thank you!' },
  { name: 'accept terms/order ended', at: (world) => world.termsPath('8R6NUC'), sees: 'SLK-8R6NUC' },
];
