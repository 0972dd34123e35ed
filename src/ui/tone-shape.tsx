import type { Tone } from './tone.ts';

/** Shows a tone as a shape, so that colour is not the only sign of a status. */
export function ToneShape({ tone, size = 8, className }: { tone: Tone; size?: number; className?: string }) {
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 8 8"
      fill="currentColor"
      aria-hidden="true"
      focusable="false"
      overflow="visible"
    >
      {shapes[tone]}
    </svg>
  );
}

const shapes = {
  ok: <circle cx="4" cy="4" r="4" />,
  warn: <path d="M4-.7 8.7 4 4 8.7-.7 4Z" />,
  bad: <rect x=".3" y=".3" width="7.4" height="7.4" rx="1.2" />,
  info: <path d="M4 .2 8.3 7.6H-.3Z" />,
  progress: (
    <>
      <circle cx="4" cy="4" r="3.3" fill="none" stroke="currentColor" strokeWidth="1.4" />
      <path d="M4 0a4 4 0 0 1 0 8Z" />
    </>
  ),
  neutral: <circle cx="4" cy="4" r="3" fill="none" stroke="currentColor" strokeWidth="2" />,
} as const;
