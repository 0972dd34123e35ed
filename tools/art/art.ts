import type { Canvas } from './canvas.ts';
import { type PaletteName, palettes } from './palettes.ts';
import type { SkylineName } from './parts/skyline.ts';
import { campScene } from './scenes/camp-scene.ts';
import { coachScene } from './scenes/coach-scene.ts';
import { passScene } from './scenes/pass-scene.ts';
import { posterScene } from './scenes/poster-scene.ts';
import { teeScene } from './scenes/tee-scene.ts';
import { hashOf, randomFrom } from './seeded-random.ts';
import { picture } from './svg.ts';

/** Below this many pixels on the shorter side the small things are left out, so that thumbnails stay readable. */
const DETAIL_FROM = 200;

export interface ArtRequest {
  /** Seeds everything that varies: the same code makes the same picture. */
  readonly code: string;
  readonly scene: 'pass' | 'coach' | 'camp' | 'tee' | 'poster';
  readonly palette: PaletteName;
  /** The city of a coach scene. */
  readonly skyline?: SkylineName;
  /** What the picture shows. */
  readonly title: string;
}

/** An SVG composed for this size, not cut from another one. The same arguments give the same bytes. */
export function art(request: ArtRequest, width: number, height: number): string {
  const canvas: Canvas = {
    random: randomFrom(request.code),
    palette: palettes[request.palette],
    width,
    height,
    isDetailed: Math.min(width, height) >= DETAIL_FROM,
    idPrefix: `a${(hashOf(`${request.code}${width}${height}`) % 46656).toString(36)}`,
  };
  return picture(width, height, request.title, drawn(request, canvas));
}

function drawn({ scene, skyline = 'gables' }: ArtRequest, canvas: Canvas): string {
  switch (scene) {
    case 'pass':
      return passScene(canvas);
    case 'coach':
      return coachScene(canvas, skyline);
    case 'camp':
      return campScene(canvas);
    case 'tee':
      return teeScene(canvas);
    case 'poster':
      return posterScene(canvas);
  }
}
