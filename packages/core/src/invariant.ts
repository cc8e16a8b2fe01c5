/** A bug: a state that the code's own rules exclude. Only the outermost boundary catches it. */
export class InvariantViolation extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'InvariantViolation';
  }
}

/** @throws InvariantViolation when the condition does not hold. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new InvariantViolation(message);
}

/** Ends an exhaustive switch: a member that was forgotten does not compile. */
export function assertNever(value: never): never {
  throw new InvariantViolation(`unexpected value ${JSON.stringify(value)}`);
}
