import { z } from 'zod';
import { noViolation, violationAt, withRules } from './schema-with-rules.js';

const networkInterface = z.strictObject({
  networkCardIndex: z.int().min(0),
  deviceIndex: z.int().min(0),
  interfaceType: z.enum(['interface', 'efa-only']),
});

type NetworkInterface = z.output<typeof networkInterface>;

/** Network interfaces attached at launch. */
export const networkInterfaces = withRules(z.array(networkInterface).max(150))
  .ruleOverItems({
    code: 'NETWORK_INTERFACE_PRIMARY_MISSING',
    message: 'card 0, device 0 must exist and have the type interface',
    cel: "self.size() == 0 || self.exists(i, i.networkCardIndex == 0 && i.deviceIndex == 0 && i.interfaceType == 'interface')",
    violations: (all, isValid) =>
      all.length === 0 || all.some((each, index) => !isValid(index) || isPrimary(each))
        ? noViolation
        : violationAt(),
  })
  .ruleOverItems({
    code: 'NETWORK_INTERFACE_DUPLICATE',
    message: 'each pair of card and device may occur once',
    cel: 'self.all(i, self.exists_one(o, o.networkCardIndex == i.networkCardIndex && o.deviceIndex == i.deviceIndex))',
    violations: (all, isValid) =>
      repeated(all, isValid, ['networkCardIndex', 'deviceIndex'], (each) =>
        [each.networkCardIndex, each.deviceIndex].join('/'),
      ),
  })
  .ruleOverItems({
    code: 'EFA_ONLY_SEVERAL',
    message: 'a card can have one efa-only interface',
    cel: "self.all(i, i.interfaceType != 'efa-only' || self.exists_one(o, o.networkCardIndex == i.networkCardIndex && o.interfaceType == 'efa-only'))",
    violations: (all, isValid) =>
      repeated(all, isValid, ['networkCardIndex', 'interfaceType'], (each) =>
        each.interfaceType === 'efa-only' ? String(each.networkCardIndex) : null,
      ),
  }).schema;

const isPrimary = ({ networkCardIndex, deviceIndex, interfaceType }: NetworkInterface): boolean =>
  networkCardIndex === 0 && deviceIndex === 0 && interfaceType === 'interface';

/** Returns the indexes of items whose key, built from some fields, occurs before. */
function repeated(
  items: readonly NetworkInterface[],
  isValid: (index: number, field: string) => boolean,
  fields: readonly (keyof NetworkInterface)[],
  keyOf: (item: NetworkInterface) => string | null,
) {
  const keys = items.map((item, index) =>
    fields.every((field) => isValid(index, field)) ? keyOf(item) : null,
  );
  return keys.flatMap((key, index) =>
    key !== null && keys.indexOf(key) < index ? [{ path: [index] }] : [],
  );
}
