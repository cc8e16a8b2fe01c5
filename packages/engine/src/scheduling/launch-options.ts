import { deepFreeze } from '../freeze.js';
import type { InstanceTypeOption } from '../model/scheduling-result.js';
import { membersOf } from '../requirements/bits.js';
import type { Requirements } from '../requirements/requirements.js';
import { type CompiledInstanceType, offeringsOfKinds } from './instance-types.js';
import type { NodeClaimTemplate } from './node-claim-template.js';

/** A type that a claim could be launched as, by the number of the type. */
export interface LaunchOption {
  readonly type: number;
  readonly option: InstanceTypeOption;
  readonly priceMicroUsdPerHour: number;
}

/**
 * What can be launched under given requirements, cheapest first (ties: name). Worked out once for
 * all claims that have them; the options are frozen and shared.
 */
export class LaunchOptions {
  readonly #byRequirements = new Map<number, readonly LaunchOption[]>();

  optionsOf(template: NodeClaimTemplate, requirements: Requirements): readonly LaunchOption[] {
    const known = this.#byRequirements.get(requirements.id);
    if (known !== undefined) return known;
    const { types, kinds } = template.allowedBy(requirements);
    const options = membersOf(types)
      .flatMap((type) => {
        const compiled = template.types[type];
        return compiled === undefined ? [] : toOption(type, compiled, kinds);
      })
      .sort((a, b) => a.priceMicroUsdPerHour - b.priceMicroUsdPerHour || a.type - b.type);
    this.#byRequirements.set(requirements.id, options);
    return options;
  }
}

function toOption(
  type: number,
  compiled: CompiledInstanceType,
  kinds: Int32Array,
): readonly LaunchOption[] {
  const { name } = compiled.source;
  const offerings = offeringsOfKinds(compiled, kinds).map(({ kind, priceMicroUsdPerHour }) => ({
    instanceType: name,
    zone: kind.zone,
    capacityType: kind.capacityType,
    priceMicroUsdPerHour,
  }));
  const [cheapest] = offerings;
  if (cheapest === undefined) return [];
  const option = deepFreeze({ name, offerings });
  return [{ type, option, priceMicroUsdPerHour: cheapest.priceMicroUsdPerHour }];
}
