export { PreviewedForm } from './previewed-form.tsx';
export { usePreview } from './use-preview.ts';
