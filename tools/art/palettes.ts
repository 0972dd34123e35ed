/** The inks of a picture: a sky from top to horizon, its light, the sea, three distances of land, accent and paper. */
export interface Palette {
  readonly sky: readonly [string, string, string, string];
  readonly light: string;
  readonly sea: string;
  readonly far: string;
  readonly mid: string;
  readonly near: string;
  readonly accent: string;
  readonly paper: string;
}

export const palettes = {
  dusk: {
    sky: ['#2b2a5c', '#8c3f6b', '#f0714f', '#ffb84d'],
    light: '#ffe3a3',
    sea: '#1f5f73',
    far: '#5b2f63',
    mid: '#3a2557',
    near: '#1d1638',
    accent: '#ff7a59',
    paper: '#fff3dc',
  },
  dawn: {
    sky: ['#bfe3e0', '#f7e3c0', '#ffc98a', '#ff9f6e'],
    light: '#fff6df',
    sea: '#2f8f93',
    far: '#e58a5c',
    mid: '#c45a45',
    near: '#5c2b3f',
    accent: '#0b5d66',
    paper: '#fff8ea',
  },
  noon: {
    sky: ['#5bb8c4', '#9bd8d2', '#d8efd9', '#fdf3d0'],
    light: '#ffd166',
    sea: '#147a86',
    far: '#e9c46a',
    mid: '#e0a04a',
    near: '#1c4a50',
    accent: '#f2644b',
    paper: '#fffaf0',
  },
  night: {
    sky: ['#0e1230', '#1d2152', '#3b2f6e', '#7a3f74'],
    light: '#fde9b8',
    sea: '#15345a',
    far: '#2a2558',
    mid: '#1b1a42',
    near: '#0b0d24',
    accent: '#ffb84d',
    paper: '#f6ecd6',
  },
} as const satisfies Record<string, Palette>;
export type PaletteName = keyof typeof palettes;
