import type { DocumentReading, ManifestContext } from '@kerf/application';
import { describe, expect, it } from 'vitest';
import { createManifestReader } from './manifest-reader.js';

const reader = createManifestReader();
const context: ManifestContext = {
  clusterName: 'prod-eu',
  replacePlaceholders: false,
  defaultNodeClass: null,
  knownNodeClasses: ['default'],
  knownNodePools: [],
  kubernetesVersion: '1.36',
};

const readText = (text: string, overrides: Partial<ManifestContext> = {}) =>
  reader.readText(text, { ...context, ...overrides }).documents;
const readObject = (object: unknown) => reader.readObject(object, context).documents[0];

/** Returns a v1 NodePool with these lines below `spec` and below `spec.template.spec`. */
const pool = (spec: string, nodeSpec = '', version = 'v1') => `apiVersion: karpenter.sh/${version}
kind: NodePool
metadata:
  name: default
spec:
  limits:
    cpu: 10
${indent(spec, 2)}
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
      requirements: []
${indent(nodeSpec, 6)}
`;

const nodeClass = (spec: string, version = 'v1') => `apiVersion: karpenter.k8s.aws/${version}
kind: EC2NodeClass
metadata:
  name: default
spec:
  role: nodes
${indent(spec, 2)}
`;
const network = `subnetSelectorTerms: [{ id: subnet-1 }]
securityGroupSelectorTerms: [{ id: sg-1 }]`;

const indent = (lines: string, width: number) =>
  lines
    .split('\n')
    .map((line) => `${' '.repeat(width)}${line}`)
    .join('\n');

const found = (reading: DocumentReading | undefined) =>
  (reading?.findings ?? []).map(({ code, path }) => `${code} ${path}`);
const messageOf = (reading: DocumentReading | undefined, code: string) =>
  reading?.findings.find((finding) => finding.code === code)?.message;
const specOf = (reading: DocumentReading | undefined) => reading?.definition?.spec;

describe('an existing pool', () => {
  const fixed = pool('replicas: 3').replace('  limits:\n    cpu: 10\n', '');
  const known = (isStatic: boolean) => ({ knownNodePools: [{ name: 'default', isStatic }] });

  it.each([
    ['static', fixed, true, []],
    ['dynamic', pool(''), false, []],
    ['static, to be changed to dynamic', pool(''), true, ['REPLICAS_SWITCHED spec.replicas']],
    ['dynamic, to be changed to static', fixed, false, ['REPLICAS_SWITCHED spec.replicas']],
  ])('is %s', (_what, text, isStatic, findings) => {
    const [reading] = readText(text, known(isStatic));
    expect(found(reading)).toEqual(findings);
    expect(reading?.definition === null).toBe(findings.length > 0);
  });

  it('gets an error with path and fix', () => {
    const [reading] = readText(fixed, known(false));
    expect(reading?.findings[0]).toMatchObject({
      message:
        'NodePool default is not static, which cannot be changed; remove replicas, or create another NodePool',
      found: '3',
      line: 6,
    });
  });

  it('does not restrict a pool with another name', () => {
    const [reading] = readText(fixed.replace('name: default', 'name: other'), known(false));
    expect(found(reading)).toEqual([]);
  });
});

describe('a document', () => {
  it.each([
    ['- 1', 'DOCUMENT_NOT_AN_OBJECT '],
    ['just text', 'DOCUMENT_NOT_AN_OBJECT '],
    ['a: 1', 'KIND_UNSUPPORTED kind'],
    ['{ apiVersion: v1, kind: Pod }', 'KIND_UNSUPPORTED kind'],
    ['{ apiVersion: karpenter.sh/v1alpha5, kind: Provisioner }', 'KIND_UNSUPPORTED kind'],
  ])('that is not a definition is refused: %s', (text, finding) => {
    const [reading] = readText(text);
    expect(found(reading)).toEqual([finding]);
    expect(reading?.definition).toBeNull();
  });

  it.each(['karpenter.sh/v2', 'karpenter.k8s.aws/v1', '7'])(
    'of version %s is refused, and its other errors as v1 are reported',
    (version) => {
      const [reading] = readText(pool('weight: 300').replace('karpenter.sh/v1', version));
      expect(found(reading)).toEqual([
        'API_VERSION_UNSUPPORTED apiVersion',
        'OUT_OF_RANGE spec.weight',
      ]);
      expect(reading?.definition).toBeNull();
    },
  );

  it.each(['{}', '{ name: My_Pool }', '{ name: 7 }'])(
    'without a valid name is refused, and its other errors are reported: %s',
    (metadata) => {
      const text = pool('weight: 0').replace('\n  name: default', ` ${metadata}`);
      const [reading] = readText(text);
      expect(found(reading)).toEqual(['NAME_INVALID metadata.name', 'OUT_OF_RANGE spec.weight']);
    },
  );

  it('of a renamed or misspelled kind gets the right one suggested', () => {
    expect(messageOf(readText('kind: Provisioner')[0], 'KIND_UNSUPPORTED')).toContain(
      'define a NodePool, which replaced it',
    );
    expect(messageOf(readText('kind: NodeOverlay')[0], 'KIND_UNSUPPORTED')).toContain(
      'apply it to each cluster with kubectl',
    );
    expect(messageOf(readText('kind: Nodepool')[0], 'KIND_UNSUPPORTED')).toContain(
      'did you mean NodePool?',
    );
  });

  it('reports fields beside spec, and metadata that is not stored', () => {
    const text = `${pool('').replace('name: default\n', 'name: default\n  uid: 1-2-3\n')}weight: 3\n`;
    const [reading] = readText(text);
    expect(found(reading)).toEqual(['FIELD_UNKNOWN weight', 'METADATA_DROPPED metadata']);
    expect(reading?.definition).toBeNull();
  });

  it('of another kind is not checked further', () => {
    const text = 'kind: Deployment\nspec: { replicas: ~, args: ["$(HOME)", my-cluster] }';
    expect(found(readText(text)[0])).toEqual(['KIND_UNSUPPORTED kind']);
  });

  it('with a repeated name is refused; the first is accepted', () => {
    const readings = readText(`${pool('')}---\n${pool('weight: 3')}`);
    expect(readings.map(({ definition }) => definition !== null)).toEqual([true, false]);
    expect(found(readings[1])).toEqual(['DEFINITION_DUPLICATE metadata.name']);
  });

  it('of kind List is read item by item, with the lines of each item', () => {
    const items = [pool('weight: 0'), nodeClass(network)].map(
      (text) => `- ${indent(text.trimEnd(), 2).trimStart()}`,
    );
    const readings = readText(`apiVersion: v1\nkind: List\nitems:\n${items.join('\n')}\n`);
    expect(readings.map(({ index, kind }) => [index, kind])).toEqual([
      [0, 'NodePool'],
      [1, 'EC2NodeClass'],
    ]);
    expect(readings[0]?.findings[0]).toMatchObject({ code: 'OUT_OF_RANGE', line: 11 });
  });

  it('may reference a node class of a later document', () => {
    const text = pool('').replace('name: default }', 'name: other }');
    expect(found(readText(text)[0])).toEqual([
      'NODE_CLASS_UNKNOWN spec.template.spec.nodeClassRef.name',
    ]);
    const other = nodeClass(network).replace('name: default', 'name: other');
    expect(found(readText(`${text}---\n${other}`)[0])).toEqual([]);
  });

  it('may be JSON', () => {
    const { definition } = readText(pool(''))[0] ?? {};
    const json = JSON.stringify({
      apiVersion: 'karpenter.sh/v1',
      kind: 'NodePool',
      metadata: { name: 'default' },
      spec: definition?.spec,
    });
    expect(readText(json)[0]?.definition).toEqual(definition);
  });
});

describe('all problems of a document are reported', () => {
  it('with path, position, value and fix', () => {
    const text = pool(
      'weight: 200\ndisruption: { consolidationPolicy: whenempty, budgets: [{ schedule: "@daily" }] }',
      'taint: []\nexpireAfter: 30d',
    );
    const [reading] = readText(text);
    expect(reading?.findings).toEqual([
      {
        severity: 'Error',
        code: 'VALUE_INVALID',
        path: 'spec.template.spec.expireAfter',
        message:
          '"30d" is neither a duration in h, m and s such as 30s, 1h30m or 720h (a day is 24h) nor Never',
        found: '30d',
        became: null,
        line: 15,
        column: 7,
      },
      {
        severity: 'Error',
        code: 'FIELD_UNKNOWN',
        path: 'spec.template.spec.taint',
        message: 'unknown field taint (did you mean taints?)',
        found: null,
        became: null,
        line: 14,
        column: 7,
      },
      {
        severity: 'Error',
        code: 'VALUE_INVALID',
        path: 'spec.disruption.consolidationPolicy',
        message:
          'whenempty is not one of WhenEmpty, WhenEmptyOrUnderutilized, Balanced (did you mean WhenEmpty?)',
        found: 'whenempty',
        became: null,
        line: 9,
        column: 17,
      },
      {
        severity: 'Error',
        code: 'BUDGET_WINDOW_INCOMPLETE',
        path: 'spec.disruption.budgets[0].schedule',
        message: 'schedule and duration must be set together',
        found: null,
        became: null,
        line: 9,
        column: 61,
      },
      {
        severity: 'Error',
        code: 'OUT_OF_RANGE',
        path: 'spec.weight',
        message: 'this must be at most 100',
        found: '200',
        became: null,
        line: 8,
        column: 3,
      },
    ]);
  });

  it('for any repeated key', () => {
    const [reading] = readText(pool('weight: 200\nweight: 300\nlimitz: {}'));
    expect(reading?.findings.map(({ code, line }) => `${code} ${line}`)).toEqual([
      'KEY_DUPLICATE 9',
      'OUT_OF_RANGE 9',
      'FIELD_UNKNOWN 10',
    ]);
    expect(reading?.definition).toBeNull();
  });

  it('and each with its object of a List', () => {
    const list = `kind: List\nitems:\n  -\n${indent(pool('weight: 1'), 4)}\n  -\n${indent(pool('weight: 1\nweight: 2').replace('name: default', 'name: other'), 4)}\n`;
    expect(readText(list).map(found)).toEqual([[], ['KEY_DUPLICATE ']]);
    expect(readText(`${list}kind: List\n`).map(found)).toEqual([
      [],
      ['KEY_DUPLICATE ', 'KEY_DUPLICATE '],
    ]);
  });

  it('for a List without objects too', () => {
    expect(readText('kind: List\nitems: []\n')).toEqual([]);
    expect(readText('kind: List\nkind: List\nitems: []\n').map(found)).toEqual([
      ['KEY_DUPLICATE ', 'KIND_UNSUPPORTED kind'],
    ]);
  });

  it('for a List of 20,000 objects in linear time', () => {
    const readings = readText(`kind: List\nitems: [${'1,'.repeat(20_000)}{a: 1, a: 2}]\n`);
    expect(readings).toHaveLength(20_001);
    expect(found(readings.at(-1))).toEqual(['KEY_DUPLICATE ', 'KIND_UNSUPPORTED kind']);
  });

  it('for invalid YAML', () => {
    const [, reading] = readText(`${pool('')}---\na: 1\n\tb: 2\n`);
    expect(reading?.findings).toMatchObject([{ code: 'YAML_INVALID', line: 16, column: 1 }]);
  });

  it('and a misplaced field gets the right place', () => {
    const [reading] = readText(pool('expireAfter: 1h\nrequirements: []'));
    expect(reading?.findings.map(({ message }) => message)).toEqual([
      'unknown field expireAfter (it belongs to spec.template.spec)',
      'requirements is not supported since v1; write spec.template.spec.requirements',
    ]);
  });

  it('and a rule is checked despite other errors', () => {
    const [reading] = readText(nodeClass('instanceProfile: nodes\ntags: wrong\namiFamily: 7'));
    expect(found(reading)).toEqual([
      'FIELD_MISSING spec.subnetSelectorTerms',
      'FIELD_MISSING spec.securityGroupSelectorTerms',
      'VALUE_INVALID spec.amiFamily',
      'TYPE_WRONG spec.tags',
      'ROLE_AND_INSTANCE_PROFILE spec.role',
    ]);
    expect(reading?.variants).toEqual([]);
  });

  it('up to a maximum number', () => {
    const taints = Array.from({ length: 50 }, () => '{ key: "-", effect: x, a: 1, b: 2, c: 3 }');
    const [reading] = readText(pool('', `taints: [${taints.join(', ')}]`));
    expect(reading?.findings).toHaveLength(201);
    expect(reading?.findings.at(-1)?.code).toBe('FINDINGS_CUT');
  });
});

describe('older spellings', () => {
  it('that contradict the new ones are refused', () => {
    const limits = readText(pool('').replace('cpu: 10', 'cpu: 10\n    resources: { cpu: 20 }'));
    expect(found(limits[0])).toEqual(['FIELD_CONFLICT spec.limits.resources.cpu']);
    const expiry = readText(pool('disruption: { expireAfter: 1h }', 'expireAfter: 2h'));
    expect(found(expiry[0])).toContain('FIELD_CONFLICT spec.disruption.expireAfter');
    const terms = readText(nodeClass(`${network}\nsubnetSelector: { a: b }\namiFamily: AL2023`));
    expect(found(terms[0])).toContain('FIELD_CONFLICT spec.subnetSelector');
    const group = readText(
      pool('').replace('group: karpenter', 'apiVersion: other/v1, group: karpenter'),
    );
    expect(found(group[0])).toContain('FIELD_CONFLICT spec.template.spec.nodeClassRef.apiVersion');
    for (const [reading] of [limits, expiry, terms, group]) {
      expect(reading?.definition).toBeNull();
    }
  });

  it('of labels are renamed in requirements and in the template', () => {
    const text = pool('', '').replace(
      'requirements: []',
      'requirements: [{ key: beta.kubernetes.io/arch, operator: In, values: [arm64] }]',
    );
    const [reading] = readText(
      text.replace(
        '  template:\n',
        '  template:\n    metadata:\n      labels: { failure-domain.beta.kubernetes.io/zone: a }\n',
      ),
    );
    expect(found(reading)).toEqual([
      'LABEL_RENAMED spec.template.spec.requirements[0].key',
      'LABEL_RENAMED spec.template.metadata.labels[failure-domain.beta.kubernetes.io/zone]',
    ]);
    expect(specOf(reading)).toMatchObject({
      template: {
        metadata: { labels: { 'topology.kubernetes.io/zone': 'a' } },
        spec: { requirements: [{ key: 'kubernetes.io/arch' }] },
      },
    });
  });

  it('of a label that has its new name too are refused if they differ', () => {
    const labels = (values: string) =>
      readText(
        pool('').replace('  template:\n', `  template:\n    metadata:\n      labels: ${values}\n`),
      )[0];
    expect(found(labels('{ beta.kubernetes.io/os: linux, kubernetes.io/os: windows }'))).toEqual([
      'FIELD_CONFLICT spec.template.metadata.labels[beta.kubernetes.io/os]',
    ]);
    expect(found(labels('{ beta.kubernetes.io/os: linux, kubernetes.io/os: linux }'))).toEqual([
      'LABEL_RENAMED spec.template.metadata.labels[beta.kubernetes.io/os]',
    ]);
  });

  it('of annotations are reported as without effect', () => {
    const [reading] = readText(
      pool('').replace(
        '  template:\n',
        '  template:\n    metadata:\n      annotations: { karpenter.sh/do-not-consolidate: "true" }\n',
      ),
    );
    expect(found(reading)).toEqual([
      'ANNOTATION_RETIRED spec.template.metadata.annotations[karpenter.sh/do-not-consolidate]',
    ]);
  });

  it.each([
    [
      'subnetSelector: { aws-ids: "subnet-1, subnet-2" }',
      'subnetSelectorTerms',
      [{ id: 'subnet-1' }, { id: 'subnet-2' }],
    ],
    [
      'subnetSelector: { a: b, Name: "*" }',
      'subnetSelectorTerms',
      [{ tags: { a: 'b', Name: '*' } }],
    ],
    [
      'amiSelector: { aws::name: mine, aws::owners: self }',
      'amiSelectorTerms',
      [{ name: 'mine', owner: 'self' }],
    ],
    ['amiSelector: { "aws::ids": ami-1 }', 'amiSelectorTerms', [{ id: 'ami-1' }]],
  ])('of selectors become terms: %s', (selector, field, terms) => {
    const rest = selector.startsWith('subnet')
      ? 'securityGroupSelectorTerms: [{ id: sg-1 }]'
      : network;
    const [reading] = readText(nodeClass(`${selector}\n${rest}\namiFamily: AL2`, 'v1beta1'));
    expect(specOf(reading)).toMatchObject({ [field]: terms });
    expect(found(reading)).toContain(`SELECTOR_CONVERTED spec.${field.replace('Terms', '')}`);
  });

  it.each([
    'subnetSelector: { aws-ids: subnet-1, a: b }',
    'subnetSelector: { Name: "a,b" }',
    'subnetSelector: {}',
    'subnetSelector: { a: { b: c } }',
  ])('of ambiguous selectors are refused: %s', (selector) => {
    const [reading] = readText(
      nodeClass(`${selector}\nsecurityGroupSelectorTerms: [{ id: sg-1 }]\namiFamily: AL2`),
    );
    expect(found(reading)).toContain('SELECTOR_UNCLEAR spec.subnetSelector');
    expect(reading?.definition).toBeNull();
  });

  it('of v1beta1 keep the defaults of v1beta1', () => {
    const [reading] = readText(nodeClass(network, 'v1beta1'), { kubernetesVersion: null });
    expect(found(reading)).toEqual([
      'API_VERSION_CONVERTED apiVersion',
      'AMI_FAMILY_DEFAULTED spec.amiFamily',
      'HOP_LIMIT_SET spec.metadataOptions.httpPutResponseHopLimit',
      'AMI_TERMS_DEFAULTED spec.amiSelectorTerms',
    ]);
    expect(specOf(reading)).toMatchObject({
      amiFamily: 'AL2',
      metadataOptions: { httpPutResponseHopLimit: 2, httpTokens: 'required' },
    });
    const stated = nodeClass(
      `${network}\namiSelectorTerms: [{ alias: al2023@latest }]\nmetadataOptions: { httpPutResponseHopLimit: 1 }`,
      'v1beta1',
    );
    expect(found(readText(stated)[0])).toEqual(['API_VERSION_CONVERTED apiVersion']);
  });

  it('of the kubelet get their new place', () => {
    const [reading] = readText(pool('', 'kubelet: { maxPods: 20 }', 'v1beta1'));
    expect(messageOf(reading, 'FIELD_RETIRED')).toContain('spec.kubelet of the EC2NodeClass');
  });

  it('of removed families get a replacement', () => {
    const [reading] = readText(nodeClass(`${network}\namiFamily: Ubuntu`, 'v1beta1'));
    expect(messageOf(reading, 'VALUE_INVALID')).toContain('use Custom');
  });
});

describe('scalars of the wrong type', () => {
  it('are converted if only one meaning is possible, as written', () => {
    const [reading] = readText(
      pool('weight: "7"').replace(
        'requirements: []',
        'requirements: [{ key: version, operator: In, values: [1.10, 007, true] }]',
      ),
    );
    expect(found(reading)).toEqual([
      'TYPE_CONVERTED spec.template.spec.requirements[0].values[0]',
      'TYPE_CONVERTED spec.template.spec.requirements[0].values[1]',
      'TYPE_CONVERTED spec.template.spec.requirements[0].values[2]',
      'TYPE_CONVERTED spec.weight',
    ]);
    expect(specOf(reading)).toMatchObject({
      weight: 7,
      template: { spec: { requirements: [{ values: ['1.10', '007', 'true'] }] } },
    });
    expect(reading?.findings[0]).toMatchObject({ found: '1.1', became: '"1.10"', line: 12 });
  });

  it('are refused if the meaning is unclear', () => {
    const [reading] = readText(pool('weight: heavy\nreplicas: true'));
    expect(found(reading)).toEqual([
      'TYPE_WRONG spec.weight',
      'TYPE_WRONG spec.replicas',
      'WEIGHT_WITH_REPLICAS spec.weight',
      'LIMITS_WITH_REPLICAS spec.limits.cpu',
    ]);
  });

  it('are accepted in limits, where a whole number is a quantity', () => {
    const [reading] = readText(pool(''));
    expect(specOf(reading)).toMatchObject({ limits: { cpu: '10' } });
    expect(found(reading)).toEqual([]);
  });

  it('are absent if the field is empty', () => {
    const [reading] = readText(pool('weight:', 'taints:\nstartupTaints: ~'));
    expect(found(reading)).toEqual([
      'EMPTY_FIELD_DROPPED spec.weight',
      'EMPTY_FIELD_DROPPED spec.template.spec.taints',
      'EMPTY_FIELD_DROPPED spec.template.spec.startupTaints',
    ]);
    expect(specOf(reading)).toMatchObject({
      template: { spec: { taints: [], startupTaints: [] } },
    });
  });
});

describe('placeholders', () => {
  const tagged = (key: string, value: string) =>
    nodeClass(
      `${network}\namiFamily: AL2023\ntags: { ${JSON.stringify(key)}: ${JSON.stringify(value)} }`,
    );
  const codesOf = (text: string, overrides: Partial<ManifestContext> = {}) =>
    found(readText(text, overrides)[0]).filter((finding) => !finding.startsWith('AMI_'));

  it.each([
    '${CLUSTER_NAME}',
    'x-my-cluster',
    'YOUR_CLUSTER_NAME-x',
    '<cluster-name>',
    '$CLUSTER_NAME',
    '${ClusterName}',
  ])('for the cluster’s name are flagged: %s', (value) => {
    expect(codesOf(tagged('a', value))).toEqual(['PLACEHOLDER_FOUND spec.tags.a']);
  });

  it.each(['my-clusters', 'army-cluster', 'CLUSTER_NAME', 'costs $5', '$', 'a{b}', '10%'])(
    'are not found in other text: %s',
    (value) => {
      expect(codesOf(tagged('a', value))).toEqual([]);
    },
  );

  it.each(['${AWS_REGION}', '$(REGION)', '$REGION', '{{ .Values.region }}'])(
    'of other kinds are flagged: %s',
    (value) => {
      expect(codesOf(tagged('a', value))).toEqual(['TEMPLATE_FOUND spec.tags.a']);
    },
  );

  it('are ignored if the cluster has this name', () => {
    expect(codesOf(tagged('a', 'my-cluster'), { clusterName: 'my-cluster' })).toEqual([]);
  });

  it('in keys are replaced too', () => {
    const text = nodeClass(
      'subnetSelectorTerms: [{ tags: { kubernetes.io/cluster/my-cluster: owned } }]\nsecurityGroupSelectorTerms: [{ id: sg-1 }]\namiFamily: AL2023',
    );
    const [reading] = readText(text, { replacePlaceholders: true });
    expect(specOf(reading)).toMatchObject({
      subnetSelectorTerms: [{ tags: { 'kubernetes.io/cluster/prod-eu': 'owned' } }],
    });
  });

  it('are replaced by the name, with all its characters', () => {
    const [reading] = readText(tagged('a', 'my-cluster'), {
      replacePlaceholders: true,
      clusterName: "$& $1 $'",
    });
    expect(specOf(reading)).toMatchObject({ tags: { a: "$& $1 $'" } });
  });

  it('in user data are ignored, except for the cluster’s name', () => {
    const userData = (text: string) =>
      codesOf(nodeClass(`${network}\namiFamily: AL2023\nuserData: ${JSON.stringify(text)}`));
    expect(userData('echo $HOME ${PATH} {{ x }}')).toEqual([]);
    expect(userData('echo ${CLUSTER_NAME}')).toEqual(['PLACEHOLDER_FOUND spec.userData']);
  });
});

describe('an object of a cluster', () => {
  it('is read without what the API server adds', () => {
    const reading = readObject({
      apiVersion: 'karpenter.sh/v1',
      kind: 'NodePool',
      metadata: {
        name: 'default',
        uid: 'x',
        generation: 2,
        labels: { a: 'b' },
        annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{}' },
        managedFields: [{ manager: 'kubectl' }],
      },
      spec: {
        template: {
          spec: {
            nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
            requirements: [],
          },
        },
        limits: { cpu: 100 },
      },
      status: { nodes: 3, conditions: [{ type: 'Ready', status: 'True' }] },
    });
    expect(reading?.findings).toEqual([]);
    expect(reading?.definition).toMatchObject({ kind: 'NodePool', name: 'default' });
  });

  it.each([null, undefined, 7, 'x', [], () => 1, new Date(0)])(
    'that is not an object of this kind is refused: %s',
    (object) => {
      expect(readObject(object)?.definition).toBeNull();
      expect(readObject(object)?.findings[0]?.severity).toBe('Error');
    },
  );

  it('that contains itself, or is too large, is refused', () => {
    const circle: Record<string, unknown> = { apiVersion: 'karpenter.sh/v1', kind: 'NodePool' };
    circle['spec'] = circle;
    expect(found(readObject(circle))[0]).toMatch(/^TEXT_TOO_DEEP spec\.spec/);
    const spec = Array.from({ length: 60_000 }, () => 1);
    expect(found(readObject({ kind: 'NodePool', spec }))).toEqual(['TEXT_TOO_LARGE ']);
  });
});
