import { deepFreeze } from '../freeze.js';
import type { ExpectedOffering, InstanceTypeOption } from '../model/scheduling-result.js';
import { membersOf } from '../requirements/bits.js';
import type { Requirements } from '../requirements/requirements.js';
import {
  type CompiledInstanceType,
  offeringsOfKinds,
  type PricedOffering,
} from './instance-types.js';
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
  const { name, capacityOverlay } = compiled.source;
  const offerings = offeringsOfKinds(compiled, kinds).map((priced) => toExpected(name, priced));
  const [cheapest] = offerings;
  if (cheapest === undefined) return [];
  const option = deepFreeze({
    name,
    offerings,
    ...(capacityOverlay !== undefined && { capacityOverlay }),
  });
  return [{ type, option, priceMicroUsdPerHour: cheapest.priceMicroUsdPerHour }];
}

function toExpected(instanceType: string, priced: PricedOffering): ExpectedOffering {
  const { kind, priceMicroUsdPerHour, priceOverlay } = priced;
  const { zone, capacityType } = kind;
  return {
    instanceType,
    zone,
    capacityType,
    priceMicroUsdPerHour,
    ...(priceOverlay !== null && { priceOverlay }),
  };
}
