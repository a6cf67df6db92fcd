/**
 * Prepares packages, Node 24, the web app and the queue's empty database.
 * Then runs a command: `node tools/bootstrap.mjs ENTRY.ts [args…]`.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { withLock } from './bootstrap/folder-lock.mjs'
import { fail, mustRun, run, stoppable } from './bootstrap/programs.mjs'
import { showProgress } from './bootstrap/progress.mjs'

const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..')
const inRoot = (...parts) => join(root, ...parts)
const windows = process.platform === 'win32'
const node = inRoot('node_modules', 'node', 'bin', windows ? 'node.exe' : 'node')
const installStamp = inRoot('node_modules', '.wastesense-installed')
const npmRecord = inRoot('node_modules', '.package-lock.json')
const webStamp = inRoot('dist', 'web', '.built-from')
const queueDatabase = inRoot('dist', 'queue-database.tar')
const compileCache = inRoot('node_modules', '.cache', 'compiled')
const lockFile = inRoot('node_modules', '.wastesense-lock')

const readOr = (file, otherwise) => (existsSync(file) ? readFileSync(file, 'utf8') : otherwise)

/** Returns all files below a path, or the path itself; empty if it does not exist. */
function filesOf(path) {
  if (!existsSync(path)) return []
  const entries = readdirSync(path, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort()
}

function hashOf(files) {
  const hash = createHash('sha256').update(`${process.platform}-${process.arch}`)
  for (const file of files) hash.update(`\n${file.slice(root.length)}\n`).update(readFileSync(file))
  return hash.digest('hex')
}

/** Returns the hash of the lock, or of package.json without one. */
const wantedInstall = () => hashOf([['package-lock.json', 'package.json'].map((name) => inRoot(name)).find(existsSync)])
/** Returns the hash of the web app's sources. */
const wantedWeb = () =>
  hashOf([
    ...filesOf(inRoot('web')),
    ...filesOf(inRoot('contract')),
    ...filesOf(inRoot('domain')),
    ...[inRoot('vite.config.ts'), inRoot('package-lock.json')].filter(existsSync),
  ])
/** Returns whether npm's record of installed packages has development packages. */
const hasDevPackages = () => readOr(npmRecord, '').includes('"dev": true')
const isInstalled = (needsDev) =>
  existsSync(node) && readOr(installStamp, '') === wantedInstall() && (!needsDev || hasDevPackages())
const isWebBuilt = () => readOr(webStamp, '') === wantedWeb()
const isBuilt = () => isWebBuilt() && existsSync(queueDatabase)

/**
 * Installs production packages, and development packages if the command needs them.
 * Installed development packages remain, since a test run may be using them.
 *
 * Uses `npm install` rather than `npm ci`, with the same versions.
 * It leaves running processes their files and accepts a lock without the
 * optional packages of other platforms, which `npm ci` refuses.
 * `--no-save` preserves the lock.
 */
async function install(needsDev) {
  const packages = needsDev || hasDevPackages() ? '--include=dev' : '--omit=dev'
  const command = ['install', packages, '--no-save', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error']
  // Prefers npm's cache to the registry.
  // If the cache is too old for the lock, the second run refreshes it.
  const { succeeded } = await run('npm', [...command, '--prefer-offline'], root)
  if (!succeeded) await mustRun('The packages could not be installed (see above).', 'npm', command, root)
  if (!existsSync(node)) {
    // This npm skipped the install script that fetches Node's binary.
    const rebuild = ['rebuild', 'node', '--loglevel=error']
    await mustRun('npm could not install Node 24 (see above).', 'npm', rebuild, root)
  }
  if (!existsSync(node)) {
    fail(
      "Node 24 is missing: npm blocked the install script of the package 'node'; allow it with 'npm install-scripts approve node'.",
    )
  }
  removeUnread()
  // An older version of the database may have created it.
  if (readOr(installStamp, '') !== wantedInstall()) rmSync(queueDatabase, { force: true })
  writeFileSync(installStamp, wantedInstall())
}

/**
 * Removes unused files, a quarter of all that npm installs: source maps,
 * and Node's headers and manuals, whose package links its binary elsewhere.
 */
function removeUnread() {
  rmSync(inRoot('node_modules', 'node', 'node_modules'), { recursive: true, force: true })
  for (const file of filesOf(inRoot('node_modules'))) if (file.endsWith('.map')) rmSync(file)
}

/**
 * Builds beside the old web app and swaps at the end.
 * A build that fails or is killed leaves the old one intact.
 */
async function buildWeb() {
  const [fresh, old] = ['.web-fresh', '.web-old'].map((name) => inRoot('dist', name))
  const from = wantedWeb()
  rmSync(fresh, { recursive: true, force: true })
  const vite = inRoot('node_modules', 'vite', 'bin', 'vite.js')
  const build = [vite, 'build', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn']
  await mustRun('The web app could not be built (see above).', node, build, root)
  const compress = [inRoot('web', 'compress.ts'), fresh]
  await mustRun('The web app could not be compressed (see above).', node, compress, root)
  writeFileSync(join(fresh, '.built-from'), from)
  rmSync(old, { recursive: true, force: true })
  if (existsSync(inRoot('dist', 'web'))) renameSync(inRoot('dist', 'web'), old)
  renameSync(fresh, inRoot('dist', 'web'))
  rmSync(old, { recursive: true, force: true })
}

/**
 * Prepares the database that the embedded queue starts from.
 * Without it every start takes some seconds longer.
 */
async function prepareQueueDatabase() {
  const { succeeded, output } = await run(node, [inRoot('platform', 'jobs', 'pglite-cluster.ts')], root)
  if (!succeeded) console.error(`${output}\nThe queue's database could not be prepared; each start makes its own.`)
}

/** Builds what is missing, in parallel. */
async function build() {
  await Promise.all([isWebBuilt() || buildWeb(), existsSync(queueDatabase) || prepareQueueDatabase()])
}

/** Runs the work under the lock, unless another start did it meanwhile. */
async function prepare(label, isDone, work) {
  if (isDone()) return
  mkdirSync(inRoot('node_modules'), { recursive: true })
  await withLock(lockFile, async () => isDone() || (await showProgress(label, work)))
}

/**
 * Limits malloc to two arenas and returns freed memory to the system.
 * Otherwise uploads would retain tens of megabytes.
 */
const HEAP = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' }

/**
 * Calls `act` when the parent ends.
 * npm runs scripts in a shell that ends at a signal without forwarding it.
 */
function whenParentEnds(act) {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    act()
  }, 200)
  watch.unref()
}

/** Runs the command; its output, signals and exit code pass through. */
function become(args) {
  // Cached compiled code saves a third of the processor time of later starts.
  const env = { NODE_COMPILE_CACHE: compileCache, ...HEAP, ...process.env }
  const child = spawn(node, args, { stdio: 'inherit', env })
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT']) {
    process.on(signal, () => {
      // At a terminal Ctrl-C reaches the whole group, the child included.
      if (!(signal === 'SIGINT' && process.stdin.isTTY)) child.kill(signal)
    })
  }
  if (process.env.npm_lifecycle_event) whenParentEnds(() => child.kill('SIGTERM'))
  child.on('error', (error) => fail(`Node 24 could not be run: ${error.message}.`))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
  return child
}

const [major] = process.versions.node.split('.').map(Number)
if (major < 20) fail(`WasteSense needs Node.js 20 or newer to start; this is ${process.versions.node}.`)

const FLAGS = ['--include-dev', '--no-build', '--only-build', '--watch']
const given = process.argv.slice(2)
const options = new Set()
while (FLAGS.includes(given[0])) options.add(given.shift())
if (!given.length && !options.has('--only-build'))
  fail(`Usage: node tools/bootstrap.mjs [${FLAGS.join('|')}] ENTRY.ts [args…]`)

const needsDev = options.has('--include-dev')
await stoppable(async () => {
  await prepare(
    'Installing packages',
    () => isInstalled(needsDev),
    () => install(needsDev),
  )
  if (!options.has('--no-build'))
    await prepare(isWebBuilt() ? "Preparing the queue's database" : 'Building the web app', isBuilt, build)
})
if (options.has('--watch')) {
  const vite = spawn(node, [inRoot('node_modules', 'vite', 'bin', 'vite.js'), 'build', '--watch'], {
    cwd: root,
    stdio: 'inherit',
  })
  process.on('exit', () => vite.kill())
  become(['--watch', ...given])
} else if (!options.has('--only-build')) become(given)
