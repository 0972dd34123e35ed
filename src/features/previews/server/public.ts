export { type PreviewParts, previewOrDo } from './preview.ts';
