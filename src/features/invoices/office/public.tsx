export { OpenDocument } from './open-document.tsx';
export { seriesNames } from './series-names.ts';
