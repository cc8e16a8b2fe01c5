import { parse, TomlError } from 'smol-toml';
import { isList, isObject, isString, type Json, type JsonObject } from '../json/json.js';
import type { StringMap } from '../resources/kube-object.js';
import type { Taint } from '../resources/types/node.js';
import type { ReadUserData } from './user-data.js';

/**
 * Reads user data of Bottlerocket: settings in TOML. Source: https://bottlerocket.dev,
 * settings.kubernetes
 */
export const readBottlerocket: ReadUserData = (userData) => {
  const settings = kubernetesSettings(userData);
  if (settings === null) return null;
  const clusterName = settings['cluster-name'];
  const endpoint = settings['api-server'];
  const certificateAuthority = settings['cluster-certificate'];
  const maxPods = settings['max-pods'];
  const evictionHard = texts(settings['eviction-hard']);
  return {
    ...(isString(clusterName) ? { clusterName } : {}),
    ...(isString(endpoint) ? { endpoint } : {}),
    ...(isString(certificateAuthority) ? { certificateAuthority } : {}),
    ...(typeof maxPods === 'number' ? { maxPods } : {}),
    labels: texts(settings['node-labels']) ?? {},
    taints: taintsIn(settings['node-taints']),
    ...(evictionHard === undefined ? {} : { evictionHard }),
    ...reserved(settings),
  };
};

function kubernetesSettings(userData: string): JsonObject | null {
  const document = parseToml(userData);
  const settings = isObject(document) ? document['settings'] : undefined;
  const kubernetes = isObject(settings) ? settings['kubernetes'] : undefined;
  return isObject(kubernetes) ? kubernetes : null;
}

/** Converted by way of JSON, because TOML has its own types for dates and integers. */
function parseToml(text: string): Json {
  try {
    return JSON.parse(JSON.stringify(parse(text)));
  } catch (error) {
    if (error instanceof TomlError) return null;
    throw error;
  }
}

function reserved(settings: JsonObject) {
  const kubeReserved = texts(settings['kube-reserved']);
  const systemReserved = texts(settings['system-reserved']);
  return {
    ...(kubeReserved === undefined ? {} : { kubeReserved }),
    ...(systemReserved === undefined ? {} : { systemReserved }),
  };
}

function texts(json: Json | undefined): StringMap | undefined {
  if (!isObject(json)) return undefined;
  return Object.fromEntries(
    Object.entries(json).flatMap(([key, value]): [string, string][] =>
      isString(value) ? [[key, value]] : [],
    ),
  );
}

/** Reads `key = ["value:Effect"]`; several effects of a key are several taints. */
function taintsIn(json: Json | undefined): readonly Taint[] {
  if (!isObject(json)) return [];
  return Object.entries(json).flatMap(([key, entries]) => {
    const list = isList(entries) ? entries : [entries];
    return list.filter(isString).map((entry) => {
      const [value = '', effect = ''] = entry.split(':');
      return value === '' ? { key, effect } : { key, value, effect };
    });
  });
}
