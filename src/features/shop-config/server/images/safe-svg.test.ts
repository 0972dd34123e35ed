import { expect, test } from 'vitest';
import { svgRefusal } from './safe-svg.ts';

const XMLNS = 'xmlns="http://www.w3.org/2000/svg"';
const refusal = (svg: string) => svgRefusal(new TextEncoder().encode(svg));

test.each([
  `<svg ${XMLNS}><script>alert(1)</script></svg>`,
  `<svg ${XMLNS} onload="alert(1)"/>`,
  `<svg ${XMLNS}><g OnClick='x'/></svg>`,
  `<svg ${XMLNS}><foreignObject><p/></foreignObject></svg>`,
  `<svg ${XMLNS}><a href="#x"><rect/></a></svg>`,
  `<svg ${XMLNS}><image href="file:///etc/passwd"/></svg>`,
  `<svg ${XMLNS} xmlns:xlink="http://www.w3.org/1999/xlink"><use xlink:href="https://x.example/a.svg#b"/></svg>`,
  `<svg ${XMLNS}><use href="&#104;ttps://x.example"/></svg>`,
  `<svg ${XMLNS}><image href="data:image/svg+xml;base64,PHN2Zy8+"/></svg>`,
  `<svg ${XMLNS}><style>@import url(https://x.example)</style></svg>`,
  `<svg ${XMLNS}><style>rect{fill:url(https://x.example#a)}</style></svg>`,
  `<svg ${XMLNS}><rect style="fill:u\\72l(https://x.example)"/></svg>`,
  `<svg ${XMLNS}><rect fill="url( 'https://x.example' )"/></svg>`,
  `<svg ${XMLNS}><animate attributeName="href" to="javascript:x"/></svg>`,
  `<svg ${XMLNS}><set attributeName="x"/></svg>`,
  `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg ${XMLNS}><text>&a;</text></svg>`,
  `<svg ${XMLNS}><text>&bomb;</text></svg>`,
  `<?xml-stylesheet href="https://x.example"?><svg ${XMLNS}/>`,
  `<?xml version="1.0" encoding="UTF-16"?><svg ${XMLNS}/>`,
  `<svg ${XMLNS} xml:base="https://x.example"/>`,
  `<svg ${XMLNS}><g></svg>`,
  `<svg ${XMLNS}/><svg ${XMLNS}/>`,
  `<svg ${XMLNS}><!-- a -- <script/> --></svg>`,
  `<svg ${XMLNS}><![CDATA[<script/>]]></svg>`,
  '<html><svg/></html>',
  'no picture at all',
  '',
])('refuses %s', (svg) => {
  expect(refusal(svg)).toMatch(/^an SVG/);
});

test.each([
  `<?xml version="1.0" encoding="utf-8"?>\n<!-- drawn by hand -->\n<svg ${XMLNS}><title>a &amp; b</title><rect fill="url(#a)" style="stroke:red"/></svg>\n`,
  `<svg ${XMLNS}><defs><linearGradient id='a'/></defs><use href="#b"/><style>.x{fill:url("#a")}</style></svg>`,
  `<svg ${XMLNS}><image href="data:image/png;base64,iVBORw0KGgo="/></svg>`,
])('accepts %s', (svg) => {
  expect(refusal(svg)).toBeNull();
});

test('refuses bytes that are not UTF-8', () => {
  expect(svgRefusal(Buffer.from(`<svg ${XMLNS}><script/></svg>`, 'utf16le'))).not.toBeNull();
  expect(svgRefusal(new Uint8Array([0x3c, 0xff, 0xfe]))).toBe('an SVG that is not UTF-8');
});
