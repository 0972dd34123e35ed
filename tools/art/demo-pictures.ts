import type { ArtRequest } from './art.ts';

export interface DemoPicture extends ArtRequest {
  /** File name before the size. */
  readonly file: string;
}

type Look = Omit<ArtRequest, 'code'>;

/** Every picture of an item, its own first. A later one is named `<code>-2` and so on, and drawn from that name. */
const looks: Record<string, readonly Look[]> = {
  'sandlark-pass': [
    { scene: 'pass', palette: 'dusk', title: 'Stage lights over the dunes at sunset' },
    { scene: 'pass', palette: 'dawn', title: 'The stage by the sea in the morning' },
    { scene: 'pass', palette: 'noon', title: 'The stage by the sea at midday' },
    { scene: 'camp', palette: 'dusk', title: 'Tents between the dunes in the evening' },
  ],
  'sandlark-pass-plan': [
    { scene: 'pass', palette: 'night', title: 'Stage lights over the dunes at night' },
    { scene: 'pass', palette: 'dusk', title: 'Stage lights over the dunes at sunset' },
  ],
  saturday: [
    { scene: 'pass', palette: 'noon', title: 'The stage on the beach at midday' },
    { scene: 'pass', palette: 'night', title: 'The stage on the beach at night' },
  ],
  sunday: [{ scene: 'pass', palette: 'dawn', title: 'The stage on the beach in the morning' }],
  'under-16-pass': [
    { scene: 'pass', palette: 'noon', title: 'The stage on the beach on a bright day' },
    { scene: 'camp', palette: 'dawn', title: 'Tents between the dunes in the morning' },
  ],
  'dune-camping': [
    { scene: 'camp', palette: 'night', title: 'Lit tents between the dunes at night' },
    { scene: 'camp', palette: 'dawn', title: 'Tents between the dunes in the morning' },
  ],
  'lark-lodge': [
    { scene: 'camp', palette: 'dusk', title: 'Ready-made tents between the dunes at dusk' },
    { scene: 'camp', palette: 'noon', title: 'Ready-made tents between the dunes at midday' },
    { scene: 'camp', palette: 'night', title: 'Ready-made tents between the dunes at night' },
  ],
  'coach-amsterdam': [
    { scene: 'coach', palette: 'night', skyline: 'gables', title: 'A coach leaving a city of gabled houses at night' },
    { scene: 'coach', palette: 'dawn', skyline: 'gables', title: 'A coach leaving a city of gabled houses at dawn' },
  ],
  'coach-brussels': [
    {
      scene: 'coach',
      palette: 'dawn',
      skyline: 'tower',
      title: 'A coach leaving a city with a town hall tower at dawn',
    },
    {
      scene: 'coach',
      palette: 'noon',
      skyline: 'tower',
      title: 'A coach leaving a city with a town hall tower at noon',
    },
  ],
  'coach-cologne': [
    { scene: 'coach', palette: 'dusk', skyline: 'spires', title: 'A coach leaving a city with twin spires at dusk' },
    { scene: 'coach', palette: 'night', skyline: 'spires', title: 'A coach leaving a city with twin spires at night' },
  ],
  'lark-tee-s': [{ scene: 'tee', palette: 'dawn', title: 'A wine-red T-shirt with a sun and lark print' }],
  'lark-tee-m': [{ scene: 'tee', palette: 'noon', title: 'A deep green T-shirt with a sun and lark print' }],
  'lark-tee-l': [{ scene: 'tee', palette: 'dusk', title: 'A midnight blue T-shirt with a sun and lark print' }],
  'poster-a2': [
    { scene: 'poster', palette: 'dusk', title: 'The framed festival poster' },
    { scene: 'pass', palette: 'dusk', title: 'The print of the festival poster' },
  ],
  'card-tickets': [{ scene: 'pass', palette: 'noon', title: 'The stage on the beach at midday' }],
  'card-merchandise': [{ scene: 'tee', palette: 'dawn', title: 'A T-shirt with a sun and lark print' }],
  'card-portal': [{ scene: 'camp', palette: 'night', title: 'Lit tents between the dunes at night' }],
};

/** The pictures of the demo shop that are composed for each of the item sizes. */
export const demoItemPictures: readonly DemoPicture[] = Object.entries(looks).flatMap(([code, ofItem]) =>
  ofItem.map((look, index) => {
    const name = index === 0 ? code : `${code}-${index + 1}`;
    return { ...look, code: name, file: name };
  }),
);

/** The picture above the home page, for wide and for narrow screens. */
export const demoBanner: ArtRequest = {
  code: 'site-banner',
  scene: 'pass',
  palette: 'dusk',
  title: 'The stage between dunes and sea at sunset',
};
