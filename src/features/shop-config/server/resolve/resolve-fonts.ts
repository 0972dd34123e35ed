import type { ShopFolder } from '../folder/read-shop-folder.ts';
import { type LoadedFont, loadFont } from '../fonts/load-font.ts';
import type { Resolving } from './resolving.ts';

export interface ResolvedFonts {
  readonly heading: LoadedFont | null;
  readonly body: LoadedFont | null;
}

export async function resolveFonts({ shop, files }: ShopFolder, resolving: Resolving): Promise<ResolvedFonts> {
  const { fonts, theme } = shop.value;
  const load = async (name: keyof ResolvedFonts): Promise<LoadedFont | null> => {
    const file = fonts[name];
    if (file === undefined) return null;
    const result = await loadFont(files.folder, file);
    if ('font' in result) return result.font;
    resolving.addMistake(shop, ['fonts', name], result.refusal);
    return null;
  };
  for (const [name, family] of [
    ['heading', 'font_display'],
    ['body', 'font_text'],
  ] as const) {
    if (fonts[name] !== undefined && theme[family] !== undefined)
      resolving.addMistake(shop, ['theme', family], `fonts.${name} names a file for the same text`);
  }
  return { heading: await load('heading'), body: await load('body') };
}
