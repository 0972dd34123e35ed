export { NotedForm } from './noted-form.tsx';
export { PreviewedForm } from './previewed-form.tsx';
export { type Preview, usePreview } from './use-preview.ts';
export { usePreviewedForm } from './use-previewed-form.ts';
export { PreviewBlock, WhatWillHappen } from './what-will-happen.tsx';
