export { isOnlyPreview } from '../domain/fingerprint.ts';
export { type Command, type PreviewParts, previewOrDo } from './preview.ts';
export { type OneOfSeveral, previewOrDoEach } from './preview-each.ts';
