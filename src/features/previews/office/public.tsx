export { NotedForm } from './noted-form.tsx';
export { PreviewedForm } from './previewed-form.tsx';
export { type Preview, usePreview } from './use-preview.ts';
export { PreviewBlock, WhatWillHappen } from './what-will-happen.tsx';
