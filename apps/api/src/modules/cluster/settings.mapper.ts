import { type AdjustableSettings, adjustableSettings, type Cluster } from '@kerf/application';
import type { ClusterSettings, UpdateClusterInput } from '../../generated/schema-types.js';

/** Public names of the settings whose names inside have a unit that the API does not use. */
export const publicSettings = {
  nodeChargeMicroUsdPerHour: 'nodeCharge',
  minSavingMicroUsdPerHour: 'minSaving',
  podMoveMicroUsdPerHour: 'podMovePrice',
} as const satisfies Partial<Record<keyof AdjustableSettings, keyof ClusterSettings>>;

export const toSettingsView = ({
  nodeChargeMicroUsdPerHour: nodeCharge,
  minSavingMicroUsdPerHour: minSaving,
  podMoveMicroUsdPerHour: podMovePrice,
  ...others
}: Cluster['settings']): ClusterSettings => ({ ...others, nodeCharge, minSaving, podMovePrice });

/** Returns the settings that are sent, with the names of the domain. */
export function toSettings(
  input: Omit<Partial<UpdateClusterInput>, 'expectedVersion'>,
): Partial<AdjustableSettings> {
  const sent: ReadonlyMap<string, unknown> = new Map(Object.entries(input));
  const names: Readonly<Record<string, string>> = publicSettings;
  return Object.fromEntries(
    adjustableSettings.flatMap((name) => {
      const value = sent.get(names[name] ?? name) ?? null;
      return value === null ? [] : [[name, value]];
    }),
  );
}
