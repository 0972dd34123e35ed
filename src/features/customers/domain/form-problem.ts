/** What is wrong with one field of a form. Problems come in the order of the fields. */
export interface FormProblem<Field extends string = string> {
  readonly field: Field;
  readonly message: string;
}
