// The rules of tools/architecture.config.json as dependency-cruiser rules.
import { confined, folders, layers } from './architecture.mjs';

const specs = '\\.spec\\.tsx?$|/src/.*testing/|\\.d\\.ts$';
/** Settings of build tools are not part of what is shipped. */
const buildSettings = '\\.config\\.ts$';
const inFolder = (name) => `^${layers[name].path}/`;
const packages = (names) =>
  names.map((name) => `(^|/)node_modules/${name.replace('/*', '/')}`).join('|');

const usersOfTesting = Object.keys(layers)
  .filter((name) => name === 'testing' || layers[name].mayImport.includes('testing'))
  .map(inFolder);

const layerRules = Object.entries(layers).map(([name, layer]) => {
  const allowed = [name, ...layer.mayImport].map((other) => layers[other].path);
  return {
    name: `${name}-imports-only-${layer.mayImport.join('-') || 'itself'}`,
    severity: 'error',
    comment: `${layer.path} may import ${layer.mayImport.join(', ') || 'no other package'}`,
    from: { path: inFolder(name), pathNot: `${specs}|${buildSettings}` },
    to: { path: '^(packages|apps)/', pathNot: `^(${allowed.join('|')})/` },
  };
});

const npmRules = Object.entries(layers)
  .filter(([, layer]) => !layer.npm.includes('*'))
  .map(([name, layer]) => ({
    name: `${name}-npm`,
    severity: 'error',
    comment: `${layer.path} may use ${layer.npm.join(', ') || 'no npm package'}`,
    from: { path: inFolder(name), pathNot: specs },
    to: {
      dependencyTypes: ['npm', 'npm-dev', 'npm-no-pkg', 'npm-unknown'],
      ...(layer.npm.length === 0 ? {} : { pathNot: packages(layer.npm) }),
      path: '(^|/)node_modules/(?!@kerf/)',
    },
  }));

const confinedRules = Object.entries(confined).map(([name, homes]) => ({
  name: `only-${homes.join('-')}-uses-${name.replace(/[^a-z]+/g, '-')}`,
  severity: 'error',
  comment: `${name} is used in ${homes.join(', ')} only`,
  from: {
    path: '^(packages|apps)/',
    pathNot: `${homes.map((home) => inFolder(home)).join('|')}|${specs}`,
  },
  to: { path: packages([name]) },
}));

/** The index.ts of each layer that is a folder of a package. */
const entries = Object.values(layers)
  .filter(({ path }) => path.includes('/src/'))
  .map(({ path }) => `${path}/index\\.ts`)
  .join('|');

const opensDoors = (doors, folder) => doors !== undefined && !doors.closedTo.includes(folder);

/**
 * Rules for the folders of a package, in levels from the lowest: a folder may import folders of
 * lower levels, the base files and the doors of other folders, and nothing else of the package.
 */
const folderRules = Object.entries(folders).flatMap(([path, { base, levels, generated, doors }]) =>
  levels.flatMap((level, index) =>
    level.map((folder) => {
      const lower = levels.slice(0, index).flat();
      const allowed = [
        ...[folder, ...lower, ...generated].map((name) => `${name}/`),
        ...base.map((name) => `${name}$`),
        ...(opensDoors(doors, folder) ? [`[^/]+/${doors.file}$`] : []),
      ];
      return {
        name: `folder-${path}/${folder}`.replace(/[^a-z]+/g, '-'),
        severity: 'error',
        comment: `${path}/${folder} may import ${lower.join(', ') || 'no other folder'} of ${path}`,
        from: { path: `^${path}/${folder}/`, pathNot: specs },
        to: { path: `^${path}/`, pathNot: `^${path}/(${allowed.join('|')})` },
      };
    }),
  ),
);

export default {
  forbidden: [
    ...layerRules,
    ...npmRules,
    ...confinedRules,
    ...folderRules,
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'modules must not import each other, not even for types',
      from: { path: '^(packages|apps)/' },
      to: { circular: true },
    },
    {
      name: 'no-deep-imports',
      severity: 'error',
      comment:
        'other packages are imported by their index.ts only, and that of a layer inside them',
      from: { path: '^(packages|apps)/([^/]+)/' },
      to: { path: `^packages/([^/]+)/src/(?!index\\.ts$)`, pathNot: `^$1/$2/|^(${entries})$` },
    },
    {
      name: 'testing-in-specs-only',
      severity: 'error',
      comment: 'builders and fakes are imported only by specs, and by tools that list them',
      from: { path: '^(packages|apps)/', pathNot: [...usersOfTesting, specs].join('|') },
      to: { path: '^packages/testing/' },
    },
    {
      name: 'resolvable',
      severity: 'error',
      comment: 'an import that cannot be resolved cannot be checked',
      // Its generated types import a package that consists of types only.
      from: { path: '^(packages|apps)/', pathNot: '^apps/web/src/gql/' },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Only our own folders: npm packages often have a folder `dist` too, and must be checked. The
    // modules of Prisma's client import each other.
    exclude: { path: '^(packages|apps)/.*/(dist|bundle)/|^packages/db/src/generated/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      conditionNames: ['@kerf/source', 'import', 'node', 'default'],
      exportsFields: ['exports'],
      extensionAlias: { '.js': ['.ts', '.tsx', '.js'] },
    },
  },
};
