import { z } from 'zod';
import { key, line, moment, timezone } from './fields.ts';

export const eventSchema = z.strictObject({
  code: key.meta({ description: 'Items refer to the event by this code. It must never change.' }),
  name: line.max(120).meta({ description: 'The event’s name.' }),
  starts: moment.meta({ description: 'A date without a time means the start of that day.' }),
  ends: moment.meta({ description: 'A date without a time means the end of that day.' }),
  timezone: timezone.optional().meta({ description: 'Default: the shop’s time zone.' }),
  venue: line.meta({ description: 'The name of the venue.' }),
  address: line.meta({ description: 'The venue’s address on one line.' }),
  entrance: line.max(160).optional().meta({ description: 'The gate to use, or how to find it. Printed on tickets.' }),
  gate_times: line.max(160).optional().meta({ description: 'When the gates are open. Printed on tickets.' }),
  bring: line.max(300).optional().meta({ description: 'What to bring to the gate. Printed on tickets.' }),
});
export type EventFile = z.infer<typeof eventSchema>;

export const eventFileSchema = z.array(eventSchema).meta({ title: 'Events of a shop folder' });
