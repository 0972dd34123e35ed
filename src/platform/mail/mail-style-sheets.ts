import type { MailLook, Palette } from './mail-look.ts';

const NARROW =
  '@media (max-width:480px){.outside{padding:20px 10px!important}.inside{padding-left:22px!important;padding-right:22px!important}h1.display{font-size:25px!important;line-height:31px!important}.code{font-size:17px!important}}';

/** Word only considers the first font of a list and otherwise uses Times. */
const FONT_OF_WORD =
  '<!--[if mso]><style>body,table,td,div,p,a,span,strong,li,h1,h2,h3,h4{font-family:Arial,sans-serif!important}</style><![endif]-->';

/**
 * Styles for narrow screens and the dark palette, which inline styles cannot express. Each has its own sheet, because a
 * program that does not understand a rule drops the entire sheet. Without these sheets the mail is light and still
 * looks right.
 */
export function styleSheets({ dark }: MailLook): string {
  const sheets = [NARROW];
  if (dark) {
    const everywhere = ['light', 'dark'].map(
      (logo) => `.logo-${logo}{display:${logo === 'dark' ? 'inline-block' : 'none'}!important}`,
    );
    const rules = [...backs(dark), ...colors(dark)].map(([name, style]) => `.${name}{${style}!important}`);
    sheets.push(
      `:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${[...rules, ...everywhere].join('')}}`,
      // Outlook.com darkens mails itself and marks what it changed with these attributes. These rules restore our
      // colours.
      [
        ...backs(dark).map(([name, style]) => `[data-ogsb] .${name}{${style}!important}`),
        ...colors(dark).map(([name, style]) => `[data-ogsc] .${name}{${style}!important}`),
        ...everywhere.map((rule) => `[data-ogsc] ${rule}`),
      ].join(''),
    );
  }
  return sheets.map((sheet) => `<style>${sheet}</style>`).join('\n') + FONT_OF_WORD;
}

const backs = (palette: Palette): [string, string][] => [
  ...(['paper', 'surface', 'sunken', 'brand'] as const).map((name): [string, string] => [
    name,
    `background-color:${palette[name]}`,
  ]),
  ...Object.entries(palette.tones).map(([tone, { back }]): [string, string] => [
    `tone-${tone}`,
    `background-color:${back}`,
  ]),
];

const colors = (palette: Palette): [string, string][] => [
  ...(['ink', 'ink2', 'ink3'] as const).map((name): [string, string] => [name, `color:${palette[name]}`]),
  ['on-brand', `color:${palette.onBrand}`],
  ['brand-text', `color:${palette.brandText}`],
  ['line', `border-color:${palette.line}`],
  ['accent', `border-color:${palette.accent}`],
  ...Object.entries(palette.tones).map(([tone, { text }]): [string, string] => [`tone-${tone}`, `color:${text}`]),
];
