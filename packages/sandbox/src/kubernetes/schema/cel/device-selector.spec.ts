import { describe, expect, it } from 'vitest';
import { CelDevice, selectorProblem, selects } from './device-selector.js';

const device = new CelDevice('gpu.example.dev', {
  name: 'gpu-0',
  attributes: {
    model: { string: 'L4' },
    index: { int: 3 },
    isNew: { bool: true },
    driverVersion: { version: '580.95.5' },
    'resource.kubernetes.io/pcieRoot': { string: 'pci0000:01' },
  },
  capacity: { memory: { value: '23034Mi' } },
});
const own = "device.attributes['gpu.example.dev']";
const memory = "device.capacity['gpu.example.dev'].memory";

describe('a selector of devices', () => {
  it.each<[string, boolean]>([
    [`${own}.model == 'L4' && ${own}.index > 2 && ${own}.isNew`, true],
    [`${own}.model.startsWith('A')`, false],
    ["device.attributes['resource.kubernetes.io'].pcieRoot == 'pci0000:01'", true],
    [`'model' in ${own}`, true],
    ["'model' in device.attributes['other.example.dev']", false],
    [`${own}.?color.orValue('none') == 'none'`, true],
    [`${memory}.isGreaterThan(quantity('22Gi'))`, true],
    [`${memory}.isLessThan(quantity('23034Mi'))`, false],
    [`${memory}.compareTo(quantity('23034Mi')) == 0`, true],
    [`${own}.driverVersion.isLessThan(semver('581.0.0'))`, true],
    ['device.allowMultipleAllocations', false],
  ])('%s is %s', (expression, outcome) => {
    expect(selectorProblem(expression)).toBeNull();
    expect(selects(expression, device)).toEqual({ ok: true, value: outcome });
  });

  it.each<[string, string]>([
    [`${own}.color == 'red'`, 'CEL runtime error: No such key: color'],
    [`${memory}.isLessThan(quantity('lots'))`, 'CEL runtime error: "lots" is no quantity'],
    [`${own}.driverVersion.isLessThan(semver('1.2'))`, 'CEL runtime error: "1.2" is no version'],
    [`${own}.model`, 'CEL runtime error: the result is neither true nor false'],
  ])('%s has no outcome, and says why', (expression, error) => {
    expect(selects(expression, device)).toEqual({ ok: false, error });
  });
});

describe('versions', () => {
  // In the order of semver.org 2.0.0.
  const ordered = [
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0-rc.1',
    '1.0.0',
    '1.2.0',
    '1.10.0',
    '2.0.0',
  ];
  it.each(ordered.slice(1).map((version, index) => [version, ordered[index] ?? ''] as const))(
    '%s is higher than %s',
    (version, lower) => {
      const up = `semver('${version}').isGreaterThan(semver('${lower}'))`;
      const down = `semver('${lower}').compareTo(semver('${version}')) == -1`;
      expect(selects(`${up} && ${down}`, device)).toEqual({ ok: true, value: true });
    },
  );

  it('are equal without regard to builds', () => {
    const expression = "semver('1.0.0+a').compareTo(semver('1.0.0+b')) == 0";
    expect(selects(expression, device)).toEqual({ ok: true, value: true });
  });
});
