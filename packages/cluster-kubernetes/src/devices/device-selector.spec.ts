import { type DeviceFacts, solve } from '@kerf/engine';
import { aDeviceClaim, anInstanceType, aPod, aSnapshot, someDevices } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { createDeviceSelector } from './device-selector.js';

const gib = 2 ** 30;
const gpu: DeviceFacts = {
  driver: 'gpu.nvidia.com',
  profile: '',
  attributes: {
    'gpu.nvidia.com/type': 'string:gpu',
    'gpu.nvidia.com/productName': 'string:NVIDIA A100-SXM4-40GB',
    'gpu.nvidia.com/index': 'int:3',
    'gpu.nvidia.com/cudaComputeCapability': 'version:8.0.0',
    'gpu.nvidia.com/virtual': 'bool:false',
  },
  capacity: { 'gpu.nvidia.com/memory': { amount: 40 * gib, atLeast: 36 * gib } },
};
const own = "device.attributes['gpu.nvidia.com']";
const memory = "device.capacity['gpu.nvidia.com'].memory";
const selector = createDeviceSelector();

describe('a selector', () => {
  it.each<readonly [expression: string, outcome: boolean]>([
    [`device.driver == 'gpu.nvidia.com' && ${own}.type == 'gpu'`, true],
    [`${own}.productName.lowerAscii().matches('^.*a100.*$')`, true],
    [`${own}.productName.contains('H100')`, false],
    [`${own}.index >= 2 && !${own}.virtual`, true],
    [`${own}.cudaComputeCapability.isGreaterThan(semver('7.5.0'))`, true],
    [`${own}.cudaComputeCapability.compareTo(semver('8.0.0')) == 0`, true],
    [`${own}.cudaComputeCapability.major() == 8`, true],
    [`${own}.cudaComputeCapability == semver('8.0.0+build')`, true],
    ["semver('1.0.0-alpha.2').isLessThan(semver('1.0.0-alpha.10'))", true],
    ["semver('1.0.0-rc').isLessThan(semver('1.0.0'))", true],
    [`${memory}.compareTo(quantity('30Gi')) >= 0`, true],
    [`${memory}.isLessThan(quantity('41Gi'))`, true],
    [`${memory} == quantity('40960Mi')`, true],
    ["quantity('1Gi').asInteger() == 1073741824 && isQuantity('1Gi') && !isQuantity('x')", true],
    [`has(${own}.type) && !has(${own}.uuid)`, true],
    ["'dra.net' in device.attributes", false],
    ["has(device.attributes['dra.net'].rdma)", false],
    [`device.driver == 'other' && ${own}.missing == 1`, false],
    [`${own}.missing == 1 && device.driver == 'other'`, false],
    [`${own}.exists(name, name == 'type')`, true],
    ['device.allowMultipleAllocations', false],
  ])('of a published device: %s', (expression, outcome) => {
    expect(selector.select(expression, gpu, true)).toBe(outcome);
  });

  it.each<readonly [expression: string, problem: string]>([
    [`${own}.missing == 1`, 'field not found: missing'],
    ['device.nothing', 'field not found: nothing'],
    ["bogus('x')", 'unbound function: bogus'],
    [`${own}.index == `, 'expecting'],
    ['device.driver', 'it is neither true nor false'],
    [`${own}.type < 3`, 'no matching overload'],
    ["semver('1') == semver('1')", '1 is not a version such as 1.2.3'],
    ["quantity('1m') == quantity('1m')", '1m is not a whole number of base units'],
    [`device.driver == '${'x'.repeat(10_300)}'`, 'it has more than 10240 characters'],
  ])('is undecided, and says why: %s', (expression, problem) => {
    const outcome = selector.select(expression, gpu, true);
    expect(outcome).toContain(problem);
    expect(String(outcome)).toMatch(/^CEL expression "/);
    expect(String(outcome).length).toBeLessThan(400);
  });

  it.each<readonly [expression: string, outcome: boolean]>([
    [`device.driver == 'gpu.nvidia.com' && ${own}.type == 'gpu'`, true],
    [`device.driver == 'other' && ${own}.uuid == 'x'`, false],
    [`${own}.type == 'gpu' || ${own}.uuid == 'x'`, true],
    [`${memory}.compareTo(quantity('36Gi')) >= 0`, true],
    [`${memory}.compareTo(quantity('41Gi')) >= 0`, false],
  ])('of a planned device is decided by what is known: %s', (expression, outcome) => {
    expect(selector.select(expression, gpu, false)).toBe(outcome);
  });

  it.each<readonly [expression: string, problem: string]>([
    [`${own}.uuid == 'x'`, 'attribute of gpu.nvidia.com uuid is known only once the node runs'],
    [`has(${own}.uuid)`, 'attribute of gpu.nvidia.com uuid'],
    [`'uuid' in ${own}`, 'attribute of gpu.nvidia.com uuid'],
    ["device.attributes['resource.kubernetes.io'].pcieRoot == 'x'", 'attribute domain resource'],
    [`${own}.all(name, name != 'uuid')`, 'is known only once the node runs'],
    [`size(${own}) == 5`, 'is known only once the node runs'],
    [
      `${memory}.compareTo(quantity('38Gi')) >= 0`,
      'the capacity of the device is known exactly only once the node runs',
    ],
  ])('of a planned device is undecided by what is not known: %s', (expression, problem) => {
    expect(selector.select(expression, gpu, false)).toContain(problem);
  });

  it.each<readonly [expression: string, isPossible: boolean]>([
    [`device.driver == 'gpu.nvidia.com' && ${own}.type == 'mig'`, true],
    [`${own}.type == 'mig' && ${own}.profile == '1g.5gb'`, true],
    [`${own}.type == 'mig' && ${memory}.compareTo(quantity('10Gi')) >= 0`, true],
    [`${own}.type == 'gpu'`, false],
    [`${own}.type == 'mig' && ${memory}.compareTo(quantity('80Gi')) >= 0`, false],
  ])('may select the partitions of a new node: %s', (expression, isPossible) => {
    const partition: DeviceFacts = {
      ...gpu,
      attributes: { ...gpu.attributes, 'gpu.nvidia.com/type': 'string:mig' },
      capacity: { 'gpu.nvidia.com/memory': { amount: 40 * gib, atLeast: 0 } },
    };
    expect(selector.select(expression, partition, false) !== false).toBe(isPossible);
  });

  const ones = (count: number) => `[${Array.from({ length: count }, () => '1').join()}]`;
  const text = (letter: string, length = 500) => `'${letter.repeat(length)}'`;
  it.each<readonly [what: string, expression: string]>([
    ['macros in one another', `${ones(400)}.all(a, ${ones(400)}.all(b, a == b))`],
    [
      'macros over the device in one another',
      `${own}.all(a, ${own}.all(b, ${own}.all(c, ${own}.all(d, a + b + c + d != ''))))`,
    ],
    ['long texts in a macro', `${ones(400)}.all(a, ${text('X', 5_000)}.lowerAscii() != '')`],
    ['searches in a macro', `${ones(400)}.all(a, !${text('a')}.matches('(a+)+b'))`],
    ['a text that replacements grow', `${text('a')}.replace('a', ${text('b')}) == ''`],
    ['a text that joins grow', `${ones(400)}.map(a, 'x').join(${text('y', 5_000)}) == ''`],
    [
      'a text that macros double',
      `[${text('a')}]${'.map(x, x + x + x + x)'.repeat(7)}.all(x, x != '')`,
    ],
    ['a list that macros grow', `${ones(400)}.map(a, ${ones(400)}).all(x, x == [])`],
    ['a map in a macro', `${ones(400)}.all(a, {'x': ${text('y', 5_000)}}.x == '')`],
  ])('of more than 100,000 steps is undecided, and is not evaluated: %s', (_, expression) => {
    expect(selector.select(expression, gpu, true)).toContain('it may take more than 100000 steps');
  });

  it('of too many steps refuses its pod by the name of the claim', () => {
    const expression = `${ones(400)}.all(a, ${ones(400)}.all(b, a == b))`;
    const outcome = selector.select(expression, gpu, false);
    const snapshot = aSnapshot()
      .withInstanceTypes(anInstanceType('g4').withDevices(someDevices(1)))
      .with({ deviceSelections: { gpu: { gpu: outcome === false || outcome } } })
      .withPods(aPod('a').claiming(aDeviceClaim({ name: 'training' })));
    const [waiting] = solve(snapshot.build()).unschedulable;
    expect(waiting?.byNodePool.map(({ reason }) => reason)).toMatchObject([
      { code: 'DEVICES_MISSING', claim: 'training', cause: 'UNDECIDED', detail: outcome },
    ]);
  });

  it.each<readonly [expression: string, outcome: boolean]>([
    [`${own}.exists(a, ${own}.exists(b, a == b))`, true],
    [`${own}.filter(name, name.startsWith('t')).size() == 1`, true],
    [`${own}.type in ${JSON.stringify(Array.from({ length: 400 }, (_, i) => `gpu${i}`))}`, false],
    [`${own}.productName.replace(' ', '-').contains('NVIDIA-A100')`, true],
    [Array.from({ length: 200 }, () => `${own}.virtual`).join(' || '), false],
    ['[1].all(a, [1].all(b, [1].all(c, a + b + c == 3)))', true],
  ])('of fewer steps is evaluated: %s', (expression, outcome) => {
    expect(selector.select(expression, gpu, true)).toBe(outcome);
  });

  const tooLarge = /the device has more than 32 attributes/;
  const named = (count: number, length: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, i) => [`d/${i}`, `string:${'a'.repeat(length)}`]),
    );
  it.each<readonly [what: string, attributes: DeviceFacts['attributes'], outcome: RegExp]>([
    ['as many and as long attributes as the API server allows', named(31, 64), /^true$/],
    ['more attributes', named(32, 64), tooLarge],
    ['a longer attribute', named(1, 65), tooLarge],
    ['a longer name', { [`d/${'a'.repeat(127)}`]: 'int:1' }, tooLarge],
  ])('on a device with %s is decided only if it is bounded', (_, attributes, outcome) => {
    const expression = "device.driver == 'gpu.nvidia.com'";
    expect(String(selector.select(expression, { ...gpu, attributes }, true))).toMatch(outcome);
  });

  it('that is nested too deeply is undecided', () => {
    const nested = `${'('.repeat(5_000)}true${')'.repeat(5_000)}`;
    expect(selector.select(nested, gpu, true)).toMatch(/^CEL expression /);
    const negated = `${'!'.repeat(9_000)}true`;
    expect(selector.select(negated, gpu, true)).not.toBe(false);
  });

  it('takes no long time for a hostile regular expression', () => {
    const long = { ...gpu, attributes: { 'd/text': `string:${'a'.repeat(64)}` } };
    expect(
      selector.select("device.attributes['d'].text.matches('^(a+)+(a+)+b$')", long, true),
    ).toBe(false);
  });
});
