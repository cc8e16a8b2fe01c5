import { type SpreadDefault, systemSpreadDefaults } from '@kerf/application';
import { err, type FieldProblem, ok, type Result } from '@kerf/core';
import type { z } from 'zod';
import { toFieldProblems } from '../schema/to-field-problems.js';
import { isObject } from '../text/json.js';
import { parseDocuments } from '../text/parse-documents.js';
import { kubeSchedulerConfiguration, ownConfiguration, spreadArgs } from './scheduler-schema.js';

type Reading = Result<readonly SpreadDefault[], readonly FieldProblem[]>;

/**
 * Reads the default topology spread constraints of a scheduler configuration, YAML or JSON: a
 * KubeSchedulerConfiguration, of which the profile of the default scheduler counts, or the value of
 * Karpenter's `SCHEDULER_CONFIG`. No text means no defaults.
 * @returns what is wrong, with paths into the text
 */
export function readSchedulerConfiguration(text: string): Reading {
  if (text.trim() === '') return ok([]);
  const documents = parseDocuments(text);
  if (!documents.ok) return refuse('', documents.error.message);
  const [document, ...others] = documents.value;
  if (document === undefined || others.length > 0) return refuse('', 'must be one document');
  const [problem] = document.problems;
  if (problem !== undefined) return refuse('', problem.message);
  const { value } = document;
  return isObject(value) && Object.hasOwn(value, 'kind') ? readKube(value) : readOwn(value);
}

function readOwn(value: unknown): Reading {
  const parsed = ownConfiguration.safeParse(value, { reportInput: true });
  if (!parsed.success) return refuseParsed(parsed.error);
  return distinct(parsed.data.podTopologySpread.defaultConstraints, listPath);
}

const listPath = 'podTopologySpread.defaultConstraints';

function readKube(value: unknown): Reading {
  const parsed = kubeSchedulerConfiguration.safeParse(value, { reportInput: true });
  if (!parsed.success) return refuseParsed(parsed.error);
  const profiles = parsed.data.profiles ?? [{}];
  const index = profiles.findIndex(
    ({ schedulerName = defaultName }) => schedulerName === defaultName,
  );
  if (index < 0) return refuse('profiles', `must have one whose schedulerName is ${defaultName}`);
  const plugins = profiles[index]?.pluginConfig ?? [];
  const plugin = plugins.findIndex(({ name }) => name === 'PodTopologySpread');
  const path = `profiles.${index}.pluginConfig.${plugin}.args`;
  const args = spreadArgs.safeParse(plugins[plugin]?.args ?? {}, { reportInput: true });
  if (!args.success) return refuseParsed(args.error, path);
  const { defaultingType = 'System', defaultConstraints = [] } = args.data;
  if (defaultingType === 'List') return distinct(defaultConstraints, `${path}.defaultConstraints`);
  // As kube-scheduler refuses it: which of both is meant is unknown.
  return defaultConstraints.length === 0
    ? ok(systemSpreadDefaults)
    : refuse(`${path}.defaultingType`, 'must be List, because there are defaultConstraints');
}

const defaultName = 'default-scheduler';

/** Source: Kubernetes pkg/scheduler/apis/config/validation validateConstraintNotRepeat. */
function distinct(constraints: readonly SpreadDefault[], path: string): Reading {
  const keys = constraints.map((one) => `${one.topologyKey} ${one.whenUnsatisfiable}`);
  const repeated = keys.findIndex((key, index) => keys.indexOf(key) < index);
  if (repeated < 0) return ok(constraints);
  const first = keys.indexOf(keys[repeated] ?? '');
  return refuse(
    `${path}.${repeated}`,
    `must have another topologyKey or whenUnsatisfiable than ${path}.${first}`,
  );
}

const refuse = (path: string, message: string) => err([{ path, message }]);
const refuseParsed = (error: z.ZodError, above?: string) =>
  err(
    toFieldProblems(error).map(({ path, message }) => ({
      path: [above, path].filter((part) => part !== undefined && part !== '').join('.'),
      message,
    })),
  );
