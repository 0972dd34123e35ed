export { type Command, type PreviewParts, previewOrDo } from './preview.ts';
export { previewOrDoEach } from './preview-each.ts';
