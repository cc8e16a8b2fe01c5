/**
 * Steps of the inner loops that a millisecond is worth. Measured on one core of the machine that the
 * benchmarks page names; elsewhere the same budget takes longer or shorter, and gives the same answer.
 */
const stepsPerMs = 90_000;

/**
 * How much an optimisation may do. It counts steps and not time, so equal input gives equal output on
 * every machine, however busy it is. A clock may be given on top, to stop early; what is answered then
 * depends on the machine.
 */
export class WorkBudget {
  readonly #isPast: () => boolean;
  #left: number;
  #untilCheck = stepsPerMs;
  #stopped = false;

  /** @param isPast asked about once a millisecond's work; stops everything once it says so */
  constructor(workMs: number, isPast: () => boolean = () => false) {
    this.#left = workMs * stepsPerMs;
    this.#isPast = isPast;
  }

  get isSpent(): boolean {
    return this.#stopped || this.#left <= 0;
  }

  get leftMs(): number {
    return this.isSpent ? 0 : this.#left / stepsPerMs;
  }

  spend(steps: number): void {
    this.#left -= steps;
    this.#untilCheck -= steps;
    if (this.#untilCheck > 0) return;
    this.#untilCheck = stepsPerMs;
    this.#stopped ||= this.#isPast();
  }

  /** A part of what is left, taken out of it as it is spent. */
  portion(share: number): WorkBudget {
    return new BudgetPortion(this, this.leftMs * share);
  }
}

class BudgetPortion extends WorkBudget {
  readonly #whole: WorkBudget;

  constructor(whole: WorkBudget, workMs: number) {
    super(workMs, () => whole.isSpent);
    this.#whole = whole;
  }

  override spend(steps: number): void {
    super.spend(steps);
    this.#whole.spend(steps);
  }
}
