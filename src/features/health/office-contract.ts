import { z } from 'zod';
import { officeCall } from '#features/staff/domain/office-call.ts';
import { instant } from '#wire/fields.ts';
import { healthStates, queueKinds } from './domain/health-state.ts';

const sees = { needs: { permission: 'health.see' }, fresh: false, changes: false } as const;
const state = z.enum(healthStates);

export const health = officeCall({
  ...sees,
  name: 'health',
  summary: 'The technical state of the shop: waiting work, payment providers, backup, database and disk',
  request: z.object({}),
  answer: z.object({
    as_of: instant,
    version: z.string(),
    /** When this process started. */
    started_at: instant,
    /** `due` counts work that should have been done by now; `since` is when the oldest of it fell due. */
    queues: z.array(
      z.object({ queue: z.enum(queueKinds), state, waiting: z.int(), due: z.int(), since: instant.nullable() }),
    ),
    gateways: z.array(
      z.object({
        name: z.string(),
        state,
        failing_since: instant.nullable(),
        last_message_at: instant.nullable(),
      }),
    ),
    backup: z.object({ state, made_at: instant.nullable() }),
    /** Bytes. */
    database: z.object({ version: z.string(), size: z.int() }),
    /** The disk with the data folder, in bytes; null if the system does not report it. */
    disk: z.object({ state, free: z.int(), total: z.int() }).nullable(),
  }),
});

export const healthCheck = officeCall({
  ...sees,
  name: 'health-check',
  summary: 'Recounts stock, money and vouchers from their rows, as `doctor` on the command line does',
  request: z.object({}),
  answer: z.object({
    as_of: instant,
    /** The number of rows that were checked, by kind. */
    checked: z.array(z.object({ what: z.string(), count: z.int() })),
    /** Contradictions, in English; empty if there are none. */
    findings: z.array(z.string()),
  }),
});
