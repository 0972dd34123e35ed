export { type OfficePlace, SearchBox } from './search-box.tsx';
