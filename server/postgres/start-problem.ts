/**
 * A reason why the shop cannot start that is not a bug: its message is one or two whole sentences for the person
 * at the terminal, saying what is wrong and what to do. The entry point prints the message without a stack and
 * exits with 1.
 */
export class StartProblem extends Error {
  override readonly name = "StartProblem";
}
