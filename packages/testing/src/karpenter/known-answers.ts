import { readFileSync } from 'node:fs';
import { labelKeys, type MicroUsdPerHour } from '@kerf/core';
import type { ClusterSnapshot, InstanceType, Pod, RequirementSpec } from '@kerf/engine';
import { anInstanceType, anOffering } from '../builders/instance-type-builder.js';
import { aNodePool } from '../builders/node-pool-builder.js';
import { aPod, type PodBuilder, podsWith } from '../builders/pod-builder.js';
import { aSnapshot } from '../builders/snapshot-builder.js';
import { Json } from './json.js';

/** A batch of pods for an empty cluster, with the result of the real Karpenter (v1.14.1). */
export interface KnownAnswer {
  readonly name: string;
  readonly snapshot: ClusterSnapshot;
  readonly karpenter: {
    readonly nodes: number;
    /** Lowest and highest price of several runs, if the result is random. */
    readonly priceMicroUsdPerHour: readonly [MicroUsdPerHour, MicroUsdPerHour];
  };
  /** Lower bound of the price of every plan. */
  readonly lowerBoundMicroUsdPerHour: MicroUsdPerHour;
  /** Price of the cheapest known plan; `null` if there is none. */
  readonly bestKnownMicroUsdPerHour: MicroUsdPerHour | null;
}

/**
 * Returns workloads of 1,000 to 10,000 pods on three catalogs: `kwok` (Karpenter's own), `real32`
 * (prices of us-east-1, types of up to 32 vCPUs) and `fake400` (of its benchmark). The results were
 * recorded once; this module only expands them.
 */
export function knownAnswers(): readonly KnownAnswer[] {
  const catalogs = new Map(
    readLines('catalogs').map((json) => [json.field('name').string(), readCatalog(json)]),
  );
  return readLines('answers').map((json) => readAnswer(json, catalogs));
}

function readAnswer(
  json: Json,
  catalogs: ReadonlyMap<string, readonly InstanceType[]>,
): KnownAnswer {
  const karpenter = json.field('karpenter');
  const [least, most] = karpenter.field('usdPerHour').items().map(toMicro);
  const types = catalogs.get(json.field('catalog').string());
  if (least === undefined || most === undefined || types === undefined)
    return json.refuse('is cut');
  const bestKnown = json.field('bestKnownUsdPerHour');
  const requirements = json
    .field('requiring')
    .entries()
    .map(
      ([key, values]): RequirementSpec => ({
        key,
        operator: 'In',
        values: values.strings(),
        minValues: null,
      }),
    );
  return {
    name: json.field('name').string(),
    snapshot: aSnapshot()
      .withNodePools(aNodePool().withTemplate({ requirements }))
      .withInstanceTypes(...types)
      .withPods(readPods(json))
      .build(),
    karpenter: { nodes: karpenter.field('nodes').integer(), priceMicroUsdPerHour: [least, most] },
    lowerBoundMicroUsdPerHour: toMicro(json.field('lowerBoundUsdPerHour')),
    bestKnownMicroUsdPerHour: bestKnown.isAbsent ? null : toMicro(bestKnown),
  };
}

/** Parses pods as runs of `[template, count]`, or as single templates; their order decides ties. */
function readPods(json: Json): readonly Pod[] {
  const specs = json
    .field('templates')
    .items()
    .map((template) => readTemplate(template).spec());
  const indexes = json
    .field('pods')
    .items()
    .flatMap((run) => {
      if (typeof run.value === 'number') return [run.integer()];
      const [index, count] = run.items().map((item) => item.integer());
      return Array.from({ length: count ?? 0 }, () => index ?? -1);
    });
  return indexes.map((templateIndex, index) => {
    const name = `pod-${String(index).padStart(6, '0')}`;
    const spec = specs[templateIndex];
    return spec === undefined
      ? json.refuse('names no template')
      : { uid: name, name, spec, createdAt: 0 };
  });
}

/** Parses `[milliCpu, memoryMib, labels, constraints]`. */
function readTemplate(json: Json): PodBuilder {
  const [milliCpu, memoryMib, labels, constraints = new Json({})] = json.items();
  if (milliCpu === undefined || memoryMib === undefined || labels === undefined) {
    return json.refuse('is cut');
  }
  const plain = aPod()
    .labelled(labels.stringMap())
    .requesting({ milliCpu: milliCpu.integer(), memoryMib: memoryMib.integer() })
    .selecting(constraints.field('on').stringMap());
  return withConstraints(plain, constraints);
}

function withConstraints(pod: PodBuilder, constraints: Json): PodBuilder {
  const [spreadKey, maxSkew, spreadLabels] = constraints.field('spread').items();
  if (spreadKey !== undefined && maxSkew !== undefined && spreadLabels !== undefined) {
    return pod.spreadOver(spreadKey.string(), {
      maxSkew: maxSkew.integer(),
      labelSelector: podsWith(spreadLabels.stringMap()),
    });
  }
  const [antiAffinityKey, antiAffinityLabels] = constraints.field('apart').items();
  if (antiAffinityKey !== undefined && antiAffinityLabels !== undefined) {
    return pod.withAntiAffinityTo(antiAffinityLabels.stringMap(), antiAffinityKey.string());
  }
  const [affinityKey, affinityLabels] = constraints.field('near').items();
  if (affinityKey !== undefined && affinityLabels !== undefined) {
    return pod.withAffinityTo(affinityLabels.stringMap(), affinityKey.string());
  }
  return pod;
}

function readCatalog(json: Json): readonly InstanceType[] {
  const onDemandZones = json.field('onDemandZones').strings();
  const spotZones = json.field('spotZones').strings();
  return json
    .field('types')
    .items()
    .map((row) => {
      const [name, ...rest] = row.items();
      const [milliCpu, memoryMib, pods, reservedCpu, reservedMib, reservedPods] = rest
        .slice(0, 6)
        .map((item) => item.integer());
      const [arch, os] = rest.slice(6, 8).map((item) => item.string());
      const [onDemand, spot] = rest.slice(8).map((item) => item.integerOrNull());
      return anInstanceType(name?.string() ?? row.refuse('is cut'))
        .with({ milliCpu: milliCpu ?? 0, memoryMib: memoryMib ?? 0, pods: pods ?? 0 })
        .reserving({
          milliCpu: reservedCpu ?? 0,
          memoryMib: reservedMib ?? 0,
          pods: reservedPods ?? 0,
        })
        .labelled(labelKeys.arch, arch ?? '')
        .labelled(labelKeys.os, ...(os ?? '').split(','))
        .offered(
          ...onDemandZones.map((zone) => anOffering(zone, 'on-demand', onDemand ?? null)),
          ...(spot === null ? [] : spotZones.map((zone) => anOffering(zone, 'spot', spot ?? null))),
        )
        .build();
    });
}

function readLines(name: string): readonly Json[] {
  const text = readFileSync(
    new URL(`../../src/karpenter/data/${name}.jsonl`, import.meta.url),
    'utf8',
  );
  return text
    .trim()
    .split('\n')
    .map((line, index) => {
      const value: unknown = JSON.parse(line);
      return new Json(value, `${name}:${index + 1}`);
    });
}

function toMicro(usd: Json): MicroUsdPerHour {
  return Math.round(usd.number() * 1e6);
}
