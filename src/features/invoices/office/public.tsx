export { OpenDocument } from './open-document.tsx';
