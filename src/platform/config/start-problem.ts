/**
 * A reason the shop cannot start that its operator can fix, in plain sentences that are shown without a stack trace.
 */
export class StartProblem extends Error {
  override readonly name = 'StartProblem';
}
