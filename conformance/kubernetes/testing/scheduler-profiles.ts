/** The scheduler whose default spread constraint keeps its pods apart by zone. */
export const zoneSpread = 'zone-spread';

/** The schedulers of the server under test, as a KubeSchedulerConfiguration. */
export const schedulerConfiguration = {
  apiVersion: 'kubescheduler.config.k8s.io/v1',
  kind: 'KubeSchedulerConfiguration',
  profiles: [
    { schedulerName: 'default-scheduler' },
    {
      schedulerName: zoneSpread,
      pluginConfig: [
        {
          name: 'PodTopologySpread',
          args: {
            defaultingType: 'List',
            defaultConstraints: [
              {
                maxSkew: 1,
                topologyKey: 'topology.kubernetes.io/zone',
                whenUnsatisfiable: 'DoNotSchedule',
              },
            ],
          },
        },
      ],
    },
  ],
} as const;
