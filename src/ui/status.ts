import type { Tone } from './tone.ts';

/** What a chip shows. Labels come from the configuration's maps; an unknown value is neutral and shown as it is. */
export interface Status {
  tone: Tone;
  label: string;
}

export type Labels = Readonly<Record<string, string>>;

export const statusOf = (value: string, tones: Readonly<Record<string, Tone>>, labels: Labels): Status => ({
  tone: tones[value] ?? 'neutral',
  label: labels[value] ?? value,
});
