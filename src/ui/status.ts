import type { Tone } from './tone.ts';

/** Labels come from the configuration's maps. Unknown values are shown unchanged, in the neutral tone. */
export interface Status {
  tone: Tone;
  label: string;
}

export type Labels = Readonly<Record<string, string>>;

export const statusOf = (value: string, tones: Readonly<Record<string, Tone>>, labels: Labels): Status => ({
  tone: tones[value] ?? 'neutral',
  label: labels[value] ?? value,
});
