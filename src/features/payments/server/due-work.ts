import type { Clock } from '#platform/clock/clock.ts';
import type { DueWork } from '#platform/work/due-work.ts';
import { deleteGatewayEvents } from './gateway-event-work-store.ts';
import type { GatewayInbox } from './gateway-inbox.ts';
import { endUnpaidOrders, type PaymentWorkParts, queryAttempts } from './payment-work.ts';
import { sandboxWork } from './sandbox/sandbox-work.ts';
import { forgetSavedMethods } from './saved-method-work.ts';
import { sweepMessages } from './sweep-messages.ts';

const DAY_MS = 86_400_000;
const EVENTS_KEPT_MS = 90 * DAY_MS;
const MAX_EVENTS = 1_000;

interface PaymentDueWorkParts extends Omit<PaymentWorkParts, 'onError'> {
  readonly clock: Clock;
  readonly inbox: GatewayInbox;
  /** Null if the shop does not use the sandbox gateway. */
  readonly sandboxKey: Buffer | null;
  onError(work: string, error: unknown): void;
}

/** The work that falls due in payments: messages of the gateways, open attempts, unpaid orders and saved cards. */
export function paymentDueWork({ onError, clock, inbox, sandboxKey, ...parts }: PaymentDueWorkParts): DueWork[] {
  const { db, gateways } = parts;
  const reporting = (work: string) => (error: unknown) => onError(work, error);
  const payments = { ...parts, onError: reporting('payments') };
  return [
    ...(sandboxKey ? sandboxWork(db, clock, sandboxKey) : []),
    inbox.work,
    sweepMessages({ db, gateways, onError: reporting('gateway-sweeps') }),
    queryAttempts(payments),
    endUnpaidOrders(payments),
    forgetSavedMethods({ db, gateways, onError: reporting('saved cards') }),
    {
      name: 'forget-gateway-events',
      everyMs: 60_000,
      run: (now) => deleteGatewayEvents(db, new Date(now.getTime() - EVENTS_KEPT_MS), MAX_EVENTS),
    },
  ];
}
