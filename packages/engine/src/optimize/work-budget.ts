// Deterministic time limit: work is counted in steps of the inner loops instead of seconds, like
// the deterministic ticks of commercial LP solvers. Units: 1 ms = 90,000 steps, measured once.

/**
 * Steps of the inner loops per millisecond, measured on one core of the machine that the benchmarks
 * page names. On other machines the same budget takes another time and gives the same result.
 */
const stepsPerMs = 90_000;

/**
 * The work that an optimization may do, counted in steps, so that equal input gives equal output on
 * every machine. With a wall-clock limit it may end earlier; the result then depends on the
 * machine.
 */
export class WorkBudget {
  readonly #isPast: () => boolean;
  #left: number;
  #untilCheck = stepsPerMs;
  #stopped = false;

  /** @param isPast called about once per millisecond of work; true ends all work */
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

  /** Returns a budget with a share of the remaining work; what it spends is spent here too. */
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
