import type { ReactNode } from 'react';

export interface IconProps {
  /** Width and height in CSS pixels. */
  size?: number;
  className?: string;
}

/** An icon on a grid of 24, in the colour of the surrounding text. It is always decorative, next to a text. */
export function LineIcon({ size = 20, className, children }: IconProps & { children: ReactNode }) {
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  );
}
