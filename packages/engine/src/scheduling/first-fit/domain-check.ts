import { grownArray } from '../../grown-array.js';
import type { FitRequest, FitTarget } from './fit.js';

/**
 * Checks whether a planned node can be restricted to a domain that a pod may use. Most nodes of a
 * zonal batch are in other domains and have few different requirements, so each is checked once per
 * pod.
 */
export class DomainCheck {
  /** By id of requirements: the turn in which they were checked, negative if they are incompatible. */
  #verdicts = new Int32Array(256);
  #turn = 0;
  #choices: FitRequest['choices'] = [];

  /** Starts the checks of the next pod. */
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
    if (id >= this.#verdicts.length) {
      this.#verdicts = grownArray(this.#verdicts, Math.max(id + 1, this.#verdicts.length * 2));
    }
    this.#verdicts[id] = isAllowed ? this.#turn : -this.#turn;
    return isAllowed;
  }

  #mayNarrow({ template, requirements }: FitTarget): boolean {
    return this.#choices.every(({ domainRequirements }) =>
      domainRequirements.some(
        (domainRequirement) => template.narrow(requirements, domainRequirement) !== null,
      ),
    );
  }
}
