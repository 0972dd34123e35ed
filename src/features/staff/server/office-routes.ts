import { addAuditCalls } from './office-audit.ts';
import type { OfficeCallRegistry } from './office-calls.ts';
import { addOwnAccountCalls } from './office-own-account.ts';
import { addPresenceCall } from './office-presence.ts';
import { addSignInCalls } from './office-sign-in.ts';
import { addTeamCalls } from './office-team.ts';
import { type StaffSetup, staffParts } from './staff-parts.ts';

/** The calls for signing in, for the caller's own account and for the team, and the audit log. */
export function addStaffCalls(calls: OfficeCallRegistry, setup: StaffSetup): void {
  const parts = staffParts(setup);
  addSignInCalls(calls, parts);
  addOwnAccountCalls(calls, parts);
  addTeamCalls(calls, parts);
  addAuditCalls(calls, parts);
  addPresenceCall(calls, parts);
}
