export { ExportButton } from './export-button.tsx';
export { SearchBox } from './search-box.tsx';
