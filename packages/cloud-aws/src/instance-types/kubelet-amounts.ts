import type { InstanceTypeFacts, KubeletManifest } from '@kerf/application';
import { type KubeletExpression, readKubeletExpression } from '@kerf/cel';
import { err, ok, parseQuantity, type Result } from '@kerf/core';
import type { KubeletReserves, NodeClassSetting } from '@kerf/engine';
import { type CapacitySettings, defaultMaxPods, interfacesOfCard, maxPods } from './capacity.js';

/**
 * Returns the rules for one instance type, in which amounts stand for the expressions of the kubelet
 * settings; or the setting whose expression has no usable value for the type.
 * Source: karpenter-provider-aws designs/dynamic-kubelet-configuration-via-expressions.
 */
export type RulesOfType = (facts: InstanceTypeFacts) => Result<CapacitySettings, NodeClassSetting>;

/** Returns the rules of each instance type; expressions are read once. */
export function rulesByType(rules: CapacitySettings): RulesOfType {
  const { kubelet } = rules.spec;
  if (kubelet === undefined || !hasExpressions(kubelet)) return () => ok(rules);
  const settings = expressionsOf(kubelet);
  return (facts) => evaluateAll(settings, facts, rules);
}

/** Returns the reserves that expressions gave, for the user data; empty if there are none. */
export function reservesOf(
  { spec: { kubelet: written } }: CapacitySettings,
  { spec: { kubelet = {} } }: CapacitySettings,
): { readonly kubeletReserves?: KubeletReserves } {
  if (written === undefined || !hasReserveExpressions(written)) return {};
  const { kubeReserved, systemReserved } = kubelet;
  return {
    kubeletReserves: {
      ...(kubeReserved !== undefined && { kubeReserved }),
      ...(systemReserved !== undefined && { systemReserved }),
    },
  };
}

/** Whether the text is an amount, and no expression. */
const isAmountText = (text: string): boolean => parseQuantity(text, 3).ok;

const reserveFields = ['kubeReserved', 'systemReserved'] as const;

const hasReserveExpressions = (kubelet: KubeletManifest): boolean =>
  reserveFields.some((field) =>
    Object.values(kubelet[field] ?? {}).some((text) => !isAmountText(text)),
  );

const hasExpressions = (kubelet: KubeletManifest): boolean =>
  typeof kubelet.maxPods === 'string' || hasReserveExpressions(kubelet);

interface Setting {
  /** `null` for the number of pods. */
  readonly place: { readonly field: (typeof reserveFields)[number]; readonly key: string } | null;
  readonly text: string;
  readonly expression: Result<KubeletExpression, string>;
}

/** Returns the expressions, first that of the number of pods, which the others may use. */
function expressionsOf(kubelet: KubeletManifest): readonly Setting[] {
  const { maxPods: pods } = kubelet;
  const read = (text: string) => ({ text, expression: readKubeletExpression(text) });
  return [
    ...(typeof pods === 'string' ? [{ place: null, ...read(pods) }] : []),
    ...reserveFields.flatMap((field) =>
      Object.entries(kubelet[field] ?? {})
        .filter(([, text]) => !isAmountText(text))
        .map(([key, text]) => ({ place: { field, key }, ...read(text) })),
    ),
  ];
}

function evaluateAll(
  settings: readonly Setting[],
  facts: InstanceTypeFacts,
  rules: CapacitySettings,
): Result<CapacitySettings, NodeClassSetting> {
  let resolved = rules;
  for (const { place, text, expression } of settings) {
    const value = expression.ok ? expression.value(variablesOf(facts, resolved)) : expression;
    if (!value.ok) return err({ field: pathOf(place), value: `${text} (${value.error})` });
    resolved = withAmount(resolved, place, value.value);
  }
  return ok(resolved);
}

const pathOf = (place: Setting['place']): string =>
  place === null ? 'spec.kubelet.maxPods' : `spec.kubelet.${place.field}[${place.key}]`;

function variablesOf(
  facts: InstanceTypeFacts,
  rules: CapacitySettings,
): Parameters<KubeletExpression>[0] {
  const isPending = typeof rules.spec.kubelet?.maxPods === 'string';
  return {
    instanceType: facts.name,
    vcpus: facts.vcpus,
    memoryMiB: facts.memoryMiB,
    defaultEnis: interfacesOfCard(facts),
    ipsPerEni: facts.ipv4PerInterface,
    maxPods: isPending ? defaultMaxPods(facts, rules) : maxPods(facts, rules),
  };
}

function withAmount(
  rules: CapacitySettings,
  place: Setting['place'],
  amount: number,
): CapacitySettings {
  const { spec } = rules;
  const { kubelet = {} } = spec;
  const own =
    place === null
      ? { maxPods: amount }
      : { [place.field]: { ...kubelet[place.field], [place.key]: amountText(place.key, amount) } };
  return { ...rules, spec: { ...spec, kubelet: { ...kubelet, ...own } } };
}

/** Adds the unit of the resource. CPU and memory are rounded up, so that types share templates. */
function amountText(key: string, amount: number): string {
  switch (key) {
    case 'cpu':
      return `${roundUp(amount, 10)}m`;
    case 'memory':
      return `${roundUp(amount, 16)}Mi`;
    case 'ephemeral-storage':
      return `${amount}Gi`;
    default:
      return String(amount);
  }
}

const roundUp = (amount: number, step: number): number => Math.ceil(amount / step) * step;
