export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'progress' | 'neutral';
