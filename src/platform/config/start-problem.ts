/**
 * A reason why the shop cannot start that its operator can fix: one or more plain sentences, shown without a stack
 * trace.
 */
export class StartProblem extends Error {
  override readonly name = 'StartProblem';
}
