export { type ErasedPerson, type ErasePersonRefusal, erasePerson } from './erase-person.ts';
export { exportPerson } from './export-person.ts';
export { retentionWork } from './retention-work.ts';
