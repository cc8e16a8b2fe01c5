/** A bug: a state that must not occur. Only the outermost boundary catches it. */
export class InvariantViolation extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'InvariantViolation';
  }
}

/**
 * Asserts a condition that the code guarantees.
 * @throws InvariantViolation if it does not hold; the message says what was violated
 */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new InvariantViolation(message);
}

/**
 * Ends an exhaustive switch: code that forgets a member does not compile.
 * @throws InvariantViolation if it is reached
 */
export function assertNever(value: never): never {
  throw new InvariantViolation(`unexpected value ${JSON.stringify(value)}`);
}
