import { z } from 'zod';
import { key, line, moment, timezone } from './fields.ts';

export const eventSchema = z.strictObject({
  code: key.meta({ description: 'Named by items; names the event for good.' }),
  name: line.max(120).meta({ description: 'What the event is called.' }),
  starts: moment.meta({ description: 'A date without a time means the beginning of that day.' }),
  ends: moment.meta({ description: 'A date without a time means the end of that day.' }),
  timezone: timezone.optional().meta({ description: 'Default: the shop’s.' }),
  venue: line.meta({ description: 'The name of the place.' }),
  address: line.meta({ description: 'Where the place is, in one line.' }),
  entrance: line.max(160).optional().meta({ description: 'Which gate to use, or how to find it. On tickets.' }),
  gate_times: line.max(160).optional().meta({ description: 'When the gates are open. On tickets.' }),
  bring: line.max(300).optional().meta({ description: 'What to bring to the gate. On tickets.' }),
});
export type EventFile = z.infer<typeof eventSchema>;

export const eventFileSchema = z.array(eventSchema).meta({ title: 'Events of a shop folder' });
