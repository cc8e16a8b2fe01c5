import type { FitRequest, FitTarget } from './fit.js';

/**
 * Says whether a planned node may still settle where a pod may go: most nodes of a zonal batch have settled
 * elsewhere, and have few different requirements, so each is worked out once for a pod.
 */
export class SettlementCheck {
  /** By id of requirements: the turn in which they were looked at, negative where they do not go. */
  #verdicts = new Int32Array(256);
  #turn = 0;
  #choices: FitRequest['choices'] = [];

  /** For the next pod. */
  begin(choices: FitRequest['choices']): void {
    this.#turn += 1;
    this.#choices = choices;
  }

  allows(target: FitTarget): boolean {
    if (this.#choices.length === 0) return true;
    const { id } = target.requirements;
    const verdict = this.#verdicts[id] ?? 0;
    if (Math.abs(verdict) === this.#turn) return verdict > 0;
    const isAllowed = this.#mayNarrow(target);
    if (id >= this.#verdicts.length) this.#grow(id + 1);
    this.#verdicts[id] = isAllowed ? this.#turn : -this.#turn;
    return isAllowed;
  }

  #mayNarrow({ template, requirements }: FitTarget): boolean {
    return this.#choices.every(({ settlements }) =>
      settlements.some((wanted) => template.narrow(requirements, wanted) !== null),
    );
  }

  #grow(least: number): void {
    const grown = new Int32Array(Math.max(least, this.#verdicts.length * 2));
    grown.set(this.#verdicts);
    this.#verdicts = grown;
  }
}
