export { addReportCalls } from './office-reports.ts';
