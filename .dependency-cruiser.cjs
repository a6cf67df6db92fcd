/** Who may import whom, as rules that the lint step enforces (the table is in docs/map.md). */

const MODULES = '(accounts|reports|collections|fleet|sites|zones|analyses|forecasts|notifications|settings|audit)'
const TESTS = '\\.test\\.tsx?$'
const IN_HOUSE =
  '^(rules|contract|platform|command-api|projections|workers|ml|simulator|web|e2e|bench|demo|city|start\\.ts)'

/** Folder to the in-house folders that it may import, besides itself. */
const MAY_IMPORT = {
  rules: [],
  contract: ['rules'],
  simulator: ['contract', 'rules'],
  ml: [],
  platform: ['contract', 'rules'],
  'command-api': ['contract', 'rules', 'platform'],
  projections: ['contract', 'rules', 'platform'],
  workers: ['contract', 'rules', 'platform', 'ml'],
  web: ['contract', 'rules'],
}

const foldersStayApart = Object.entries(MAY_IMPORT).map(([folder, allowed]) => ({
  name: `${folder}-imports`,
  comment: `${folder} may import ${[folder, ...allowed].join(', ')} only`,
  severity: 'error',
  from: { path: `^${folder}/` },
  to: { path: IN_HOUSE, pathNot: `^(${[folder, ...allowed].join('|')})/` },
}))

/** A rule that every import below `from` must not match `to`. */
const never = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

module.exports = {
  forbidden: [
    ...foldersStayApart,
    never(
      'contract-is-schemas',
      'The contract is browser-safe: it imports the schema library only',
      { path: '^contract/', pathNot: TESTS },
      { pathNot: ['^contract/', '^rules/', '^node_modules/zod/'] },
    ),
    never(
      'rules-are-arithmetic',
      'The rules are pure: they import nothing but each other',
      { path: '^rules/', pathNot: TESTS },
      { pathNot: '^rules/' },
    ),
    never(
      'modules-stay-apart',
      'A module never imports a sibling module; what both need lies beside them or in platform',
      { path: `^(command-api|projections|workers)/${MODULES}/`, pathNot: TESTS },
      { path: `^$1/${MODULES}/`, pathNot: '^$1/$2/' },
    ),
    never(
      'features-stay-apart',
      'Features of the web app meet on pages only: the page folders of a role may compose the others',
      { path: '^web/src/features/([^/]+)/', pathNot: '^web/src/features/(resident|dispatcher|admin)/' },
      { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    ),
    never(
      'pages-stay-apart',
      'One role’s pages never import another’s',
      { path: '^web/src/features/(resident|dispatcher|admin)/' },
      { path: '^web/src/features/(resident|dispatcher|admin)/', pathNot: '^web/src/features/$1/' },
    ),
    never(
      'stores-behind-ports',
      'Only platform knows which database or queue is behind a port',
      { path: '^(contract|command-api|projections|workers|ml|simulator|web)/|^start\\.ts$' },
      { path: '^node_modules/(@eventstore/db-client|mongodb|mingo|bullmq|nodemailer)/|^(node:)?sqlite$' },
    ),
    never(
      'settings-at-the-edge',
      'Only start.ts and each main.ts read the settings',
      { path: '^(command-api|projections|workers|web|simulator)/', pathNot: ['/main\\.ts$', TESTS] },
      { path: '^platform/config\\.ts$', dependencyTypesNot: ['type-only'] },
    ),
    never(
      'servers-run-without-dev-packages',
      'What runs in production must be among the dependencies; containers are for tests only',
      {
        path: '^(contract|platform|command-api|projections|workers|ml|web)/',
        pathNot: [TESTS, '^platform/testing/', 'conformance'],
      },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: '^node_modules/testcontainers/' },
    ),
    never(
      'no-circles',
      'Two files that need each other are one thing or three',
      {},
      {
        circular: true,
        viaOnly: { dependencyTypesNot: ['type-only'] },
      },
    ),
    never('imports-resolve', 'An import leads somewhere', {}, { couldNotResolve: true }),
  ],
  options: {
    exclude: { path: '^(dist|data|coverage)/' },
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: 'specify',
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'types', 'default'] },
  },
}
