export type { AuditPrivate } from './audit-log-store.ts';
export { type AuditLine, auditsOf, type ListedEntry, listAudit, writeAudit, writeAudits } from './audit-log-store.ts';
export { endSessionsOf, resetSignIn, suspend } from './change-staff.ts';
export { staffWork } from './due-work.ts';
export { passkeysOfOtherHosts, sealedCodeApps } from './factor-store.ts';
export { inviteAgain, inviteStaff } from './invite-staff.ts';
export { DEMO_APP_KEY, DEMO_PASSWORD, DEMO_PEOPLE, demoCode, makeDemoPeople } from './make-demo-people.ts';
export { auditFilterOf } from './office-audit.ts';
export {
  CHANGED_MEANWHILE,
  callerOf,
  createOfficeCalls,
  type OfficeCallRegistry,
  type OfficeContext,
  type OfficeRefusal,
  previewChanged,
  stepUpNeeded,
} from './office-calls.ts';
export { addStaffCalls } from './office-routes.ts';
export { CODE_APP_SEAL, type StaffParts, type StaffSetup, staffParts } from './staff-parts.ts';
export { type ColleagueRow, findColleagueByEmail, listColleagues, listOwners } from './staff-store.ts';
