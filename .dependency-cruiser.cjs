/** Who may import whom, as rules that the lint step enforces (the table is in docs/map.md). */

const MODULES =
  '(accounts|reports|schedules|fleet|sites|zones|pictures|analyses|forecasts|notifications|settings|audit)'
/** Tests, and the fixtures beside them. */
const TESTS = '(\\.test|/fixtures[^/]*)\\.tsx?$'
const IN_HOUSE = '^(domain|contract|platform|command-api|projections|workers|ml|web|demo|tests|tools|start\\.ts)'

/** Folder to the in-house folders that it may import, besides itself. */
const MAY_IMPORT = {
  domain: [],
  contract: ['domain'],
  'demo/simulator': ['contract', 'domain'],
  ml: [],
  platform: ['contract', 'domain'],
  'command-api': ['contract', 'domain', 'platform'],
  projections: ['contract', 'domain', 'platform'],
  workers: ['contract', 'domain', 'platform', 'ml'],
  web: ['contract', 'domain'],
}

const foldersStayApart = Object.entries(MAY_IMPORT).flatMap(([folder, allowed]) => {
  const rule = (name, from, folders) => ({
    name,
    comment: `${folder} may import ${folders.join(', ')} only`,
    severity: 'error',
    from: { path: `^${folder}/`, ...from },
    to: { path: IN_HOUSE, pathNot: `^(${folders.join('|')})/` },
  })
  return [
    rule(`${folder}-imports`, { pathNot: TESTS }, [folder, ...allowed]),
    rule(`${folder}-tests-import`, { path: `^${folder}/.*${TESTS}` }, [
      folder,
      ...allowed,
      'tests/(fixtures|doubles|conformance)',
    ]),
  ]
})

/** Layers of web/src; each imports itself and those after it. */
const WEB_LAYERS = [
  'app',
  'pages',
  'features',
  'ui',
  'lib/outbox',
  'lib/feed',
  'lib/api',
  'lib/hooks',
  'lib/language',
  'lib/format',
]

const importsGoDown = WEB_LAYERS.map((layer, place) => ({
  name: `web-${layer}-imports`,
  comment: `In the web app imports go one way: ${WEB_LAYERS.slice(place).join(' → ')}`,
  severity: 'error',
  from: { path: `^web/src/${layer}/` },
  to: { path: '^web/src/', pathNot: `^web/src/(${WEB_LAYERS.slice(place).join('|')})/` },
}))

/** A rule that every import below `from` must not match `to`. */
const never = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

module.exports = {
  forbidden: [
    ...foldersStayApart,
    never(
      'contract-is-schemas',
      'The contract is browser-safe: it imports the schema library, and that of messages',
      { path: '^contract/', pathNot: TESTS },
      { pathNot: ['^contract/', '^domain/', '^node_modules/(zod|@lingui|pseudolocale)/'] },
    ),
    never(
      'verifier-shares-nothing',
      'What checks the server has no code of it',
      { path: '^tools/verifier/' },
      { path: IN_HOUSE },
    ),
    never(
      'domain-is-pure',
      'The domain imports only itself and the library for time zones',
      { path: '^domain/', pathNot: TESTS },
      { pathNot: '^domain/|^node_modules/temporal-polyfill/' },
    ),
    never(
      'modules-stay-apart',
      'A module never imports a sibling module; what both need lies beside them or in platform',
      { path: `^(command-api|projections|workers)/${MODULES}/`, pathNot: TESTS },
      { path: `^$1/${MODULES}/`, pathNot: '^$1/$2/' },
    ),
    ...importsGoDown,
    never(
      'features-stay-apart',
      'Features of the web app meet on pages only; what two of them need lies in a room to their right',
      { path: '^web/src/features/([^/]+)/' },
      { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    ),
    never(
      'pages-stay-apart',
      'One role’s pages never import another’s; signed-in has the pages of every role',
      { path: '^web/src/pages/([^/]+)/' },
      { path: '^web/src/pages/[^/]+/', pathNot: '^web/src/pages/($1|signed-in)/' },
    ),
    never(
      'stores-behind-ports',
      'Only platform knows which database or queue is behind a port',
      { path: '^(contract|command-api|projections|workers|ml|web)/|^demo/simulator/|^start\\.ts$' },
      { path: '^node_modules/(@eventstore/db-client|mongodb|mingo|bullmq|nodemailer)/|^(node:)?sqlite$' },
    ),
    never(
      'settings-at-the-edge',
      'Only start.ts and each main.ts read the settings',
      { path: '^(command-api|projections|workers|web|demo/simulator)/', pathNot: ['/main\\.ts$', TESTS] },
      { path: '^platform/config\\.ts$', dependencyTypesNot: ['type-only'] },
    ),
    never(
      'servers-run-without-dev-packages',
      'What runs in production must be among the dependencies; containers are for tests only',
      {
        path: '^(contract|platform|command-api|projections|workers|ml|web)/',
        pathNot: [TESTS, '^tests/fixtures/', 'conformance'],
      },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: '^node_modules/testcontainers/' },
    ),
    never(
      'servers-run-without-web-packages',
      'The server image leaves out the packages of web/packages: what servers import is a dependency of package.json',
      {
        path: '^(domain|contract|platform|command-api|projections|workers|ml|demo|tools/city)/|^start\\.ts$|^tools/(backup|restore|repair|export|city)\\.ts$',
        pathNot: [TESTS, '^tests/fixtures/', 'conformance'],
      },
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    ),
    never(
      'pure-tests-touch-no-disk',
      'A test beside the code is pure and instant; what needs a file, a port or a store is an x.int.test.ts',
      { path: '\\.test\\.tsx?$', pathNot: ['\\.int\\.test\\.ts$', '^tests/journeys/'] },
      { path: '^(node:)?(fs|fs/promises|net|http|child_process)$', dependencyTypesNot: ['type-only'] },
    ),
    never(
      'no-circles',
      'Two files that need each other, even for their types, are one thing or three',
      {},
      { circular: true },
    ),
    never('imports-resolve', 'An import leads somewhere', {}, { couldNotResolve: true }),
  ],
  options: {
    exclude: { path: '^(dist|data|coverage)/' },
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'types', 'default'] },
  },
}
