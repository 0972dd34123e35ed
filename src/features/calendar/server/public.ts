export { addCalendarPages } from './pages.ts';
