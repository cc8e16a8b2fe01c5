import { parseDocument } from 'yaml';
import {
  isList,
  isObject,
  isString,
  type Json,
  numberAt,
  objectAt,
  stringAt,
} from '../json/json.js';
import { applyMergePatch } from '../patch/merge-patch.js';
import type { StringMap } from '../resources/kube-object.js';
import type { Taint } from '../resources/types/node.js';
import { fromKubeletFlags, readFlags } from './kubelet-flags.js';
import { mimeParts } from './mime.js';
import type { NodeBootstrap, ReadUserData } from './user-data.js';

const contentType = 'application/node.eks.aws';

/**
 * Reads user data of AL2023: MIME parts, of which NodeConfigs are merged in order; later ones
 * override.
 * Source: https://awslabs.github.io/amazon-eks-ami/nodeadm/
 */
export const readAl2023: ReadUserData = (userData) => {
  const configs = nodeConfigs(userData);
  if (configs.length === 0) return null;
  const merged = configs.reduce(applyMergePatch, {});
  const kubelet = objectAt(merged, 'spec', 'kubelet');
  const cluster = objectAt(merged, 'spec', 'cluster');
  const flags = configs.flatMap((config) => stringsAt(config, 'spec', 'kubelet', 'flags'));
  return {
    ...clusterFields(cluster),
    ...fromConfig(objectAt(kubelet, 'config')),
    ...fromKubeletFlags(readFlags(flags)),
  };
};

function nodeConfigs(userData: string) {
  const parts = mimeParts(userData).filter((part) => part.contentType === contentType);
  const texts = parts.length > 0 ? parts.map(({ body }) => body) : [userData];
  return texts.flatMap((text) => {
    const config: Json = parseYaml(text);
    return isObject(config) && config['kind'] === 'NodeConfig' ? [config] : [];
  });
}

/** Other parts may have any content; invalid YAML is not a NodeConfig. */
function parseYaml(text: string): Json {
  const document = parseDocument(text);
  return document.errors.length > 0 ? null : document.toJS();
}

function clusterFields(cluster: Json): Partial<NodeBootstrap> {
  const clusterName = stringAt(cluster, 'name');
  const endpoint = stringAt(cluster, 'apiServerEndpoint');
  const certificateAuthority = stringAt(cluster, 'certificateAuthority');
  return {
    ...(clusterName === undefined ? {} : { clusterName }),
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(certificateAuthority === undefined ? {} : { certificateAuthority }),
  };
}

/** The fields of a KubeletConfiguration. */
function fromConfig(config: Json): Partial<NodeBootstrap> {
  const maxPods = numberAt(config, 'maxPods');
  const taints = objectAt(config)['registerWithTaints'];
  return {
    ...(maxPods === undefined ? {} : { maxPods }),
    ...(isList(taints) ? { taints: taints.flatMap(toTaint) } : {}),
    ...withTexts(config, 'kubeReserved'),
    ...withTexts(config, 'systemReserved'),
    ...withTexts(config, 'evictionHard'),
  };
}

function toTaint(json: Json): readonly Taint[] {
  const key = stringAt(json, 'key');
  const effect = stringAt(json, 'effect');
  const value = stringAt(json, 'value');
  if (key === undefined || effect === undefined) return [];
  return [value === undefined || value === '' ? { key, effect } : { key, value, effect }];
}

type TextField = 'kubeReserved' | 'systemReserved' | 'evictionHard';

function withTexts(config: Json, field: TextField): Partial<Record<TextField, StringMap>> {
  const found = objectAt(config)[field];
  if (!isObject(found)) return {};
  const texts = Object.entries(found).flatMap(([key, value]): [string, string][] =>
    isString(value) || typeof value === 'number' ? [[key, String(value)]] : [],
  );
  return { [field]: Object.fromEntries(texts) };
}

function stringsAt(value: Json, ...path: readonly string[]): readonly string[] {
  const [last = '', ...rest] = path.toReversed();
  const found = objectAt(value, ...rest.toReversed())[last];
  return isList(found) ? found.filter(isString) : [];
}
