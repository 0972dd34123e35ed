/** The encoder alone: the package's main file also brings renderers for canvas and terminals. */
declare module 'qrcode/lib/core/qrcode.js' {
  export { create } from 'qrcode';
}
