/** What a chip, a notice or a toast says about its matter; each tone has its colour and its own shape. */
export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'progress' | 'neutral';
