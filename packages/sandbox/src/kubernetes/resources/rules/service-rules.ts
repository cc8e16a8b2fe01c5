import { objectAt, stringAt } from '../../json/json.js';
import { validateLabelName } from '../names.js';
import type { ResourceRules } from '../resource.js';
import { plainRules } from './define-rules.js';

/** Services are stored only. Nothing routes to them, so they get no address. */
export const serviceRules: ResourceRules = {
  ...plainRules,
  setDefaults: (draft) => ({
    ...draft,
    spec: {
      ...objectAt(draft, 'spec'),
      type: stringAt(draft, 'spec', 'type') ?? 'ClusterIP',
      sessionAffinity: stringAt(draft, 'spec', 'sessionAffinity') ?? 'None',
    },
  }),
  initialStatus: () => ({ loadBalancer: {} }),
  validateName: validateLabelName,
  selectableFields: new Map([
    ['spec.type', (object) => stringAt(object, 'spec', 'type') ?? ''],
    ['spec.clusterIP', (object) => stringAt(object, 'spec', 'clusterIP') ?? ''],
  ]),
  returnsDeleted: true,
};
