/** Brings what a command needs (packages, Node 24, the built web app, the queue's empty database) and then runs it: `node bootstrap.mjs ENTRY.ts [args…]`. */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'

const root = import.meta.dirname ?? new URL('.', import.meta.url).pathname
const inRoot = (...parts) => join(root, ...parts)
const windows = process.platform === 'win32'
const node = inRoot('node_modules', 'node', 'bin', windows ? 'node.exe' : 'node')
const installStamp = inRoot('node_modules', '.wastesense-installed')
const webStamp = inRoot('dist', 'web', '.built-from')
const queueDatabase = inRoot('dist', 'queue-database.tar')
const compileCache = inRoot('node_modules', '.cache', 'compiled')
const lockFile = inRoot('node_modules', '.wastesense-lock')

/** Ends the start with one sentence. */
function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}

const readOr = (file, otherwise) => (existsSync(file) ? readFileSync(file, 'utf8') : otherwise)

/** All files below a path, or the path itself; none where there is nothing. */
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

/** Which packages there should be; without a lock, as package.json says. */
const wantedInstall = () => hashOf([['package-lock.json', 'package.json'].map((name) => inRoot(name)).find(existsSync)])
/** What the web app is built from. */
const wantedWeb = () =>
  hashOf([
    ...filesOf(inRoot('web')),
    ...filesOf(inRoot('contract')),
    ...filesOf(inRoot('rules')),
    ...[inRoot('vite.config.ts'), inRoot('package-lock.json')].filter(existsSync),
  ])
const installed = () => existsSync(node) && readOr(installStamp, '') === wantedInstall()
const built = () => existsSync(queueDatabase) && readOr(webStamp, '') === wantedWeb()

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Runs one piece of work while no other start does; the lock appears with its owner's pid in it, so a dead owner is seen. */
function alone(work) {
  mkdirSync(inRoot('node_modules'), { recursive: true })
  const mine = `${lockFile}-${process.pid}`
  writeFileSync(mine, String(process.pid))
  for (let waited = false; ; waited = true) {
    try {
      linkSync(mine, lockFile)
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    const owner = readOr(lockFile, '')
    if (owner && !isAlive(Number(owner))) rmSync(lockFile, { force: true })
    else {
      if (!waited) console.error('Another start is preparing this folder; waiting for it.')
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
    }
  }
  process.once('exit', () => rmSync(lockFile, { force: true }))
  rmSync(mine)
  work()
  rmSync(lockFile, { force: true })
}

/** Runs a program to its end, quietly unless it fails. */
function quietly(sentence, command, args) {
  const env = { ...process.env, NO_COLOR: '1' }
  const run = spawnSync(command, args, { cwd: root, env, encoding: 'utf8', shell: windows, maxBuffer: 1 << 26 })
  if (run.error?.code === 'ENOENT')
    fail(`${command} is missing; install Node.js with npm (https://nodejs.org) and try again.`)
  if (run.status === 0) return
  console.error(`${run.stdout}${run.stderr}`.trimEnd())
  fail(sentence)
}

/**
 * `npm install` rather than `npm ci`: it takes the lock's versions just as well, but leaves running processes their files
 * and accepts a lock that lacks optional packages of other platforms, which `npm ci` refuses. `--no-save` leaves the lock.
 */
function install() {
  console.error('Installing packages (once; about a minute)…')
  const flags = ['--no-save', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error']
  quietly('The packages could not be installed (see above).', 'npm', ['install', ...flags])
  if (!existsSync(node)) {
    // This npm did not run the script by which the package `node` brings its binary.
    quietly('npm could not bring Node 24 (see above).', 'npm', ['rebuild', 'node', '--loglevel=error'])
  }
  if (!existsSync(node)) {
    fail(
      "Node 24 is missing: npm blocked the install script of the package 'node'; allow it with 'npm install-scripts approve node'.",
    )
  }
  // Made by another version of the database, perhaps.
  rmSync(queueDatabase, { force: true })
  writeFileSync(installStamp, wantedInstall())
}

/** Builds beside and swaps, so that a build that fails or is killed leaves the old one whole. */
function buildWeb() {
  console.error('Building the web app…')
  const [fresh, old] = ['.web-fresh', '.web-old'].map((name) => inRoot('dist', name))
  const from = wantedWeb()
  rmSync(fresh, { recursive: true, force: true })
  const vite = inRoot('node_modules', 'vite', 'bin', 'vite.js')
  const flags = ['--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn']
  quietly('The web app could not be built (see above).', node, [vite, 'build', ...flags])
  quietly('The web app could not be compressed (see above).', node, [inRoot('web', 'compress.ts'), fresh])
  writeFileSync(join(fresh, '.built-from'), from)
  rmSync(old, { recursive: true, force: true })
  if (existsSync(inRoot('dist', 'web'))) renameSync(inRoot('dist', 'web'), old)
  renameSync(fresh, inRoot('dist', 'web'))
  rmSync(old, { recursive: true, force: true })
}

/** Builds what is missing: the web app, and the database that the embedded queue starts from. */
function build() {
  if (!existsSync(queueDatabase)) {
    // Without it the queue makes one at every start, some seconds slower.
    const made = spawnSync(node, [inRoot('platform', 'jobs', 'pglite-cluster.ts')], { cwd: root, stdio: 'inherit' })
    if (made.status !== 0) console.error("The queue's database could not be prepared; it is made anew at each start.")
  }
  if (readOr(webStamp, '') !== wantedWeb()) buildWeb()
}

/** Two heaps for all threads of a server, and what lies free in them is given back: tens of megabytes otherwise, of what uploads needed. */
const HEAP = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' }

/** Runs the command in this process's place: its output, signals and exit code are the caller's. */
function become(args) {
  // What is compiled once is kept: every start of a server after the first uses a third less of the processor.
  const env = { NODE_COMPILE_CACHE: compileCache, ...HEAP, ...process.env }
  const child = spawn(node, args, { stdio: 'inherit', env })
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT']) {
    process.on(signal, () => {
      // At a terminal Ctrl-C reaches the whole group: the child has had it already.
      if (!(signal === 'SIGINT' && process.stdin.isTTY)) child.kill(signal)
    })
  }
  child.on('error', (error) => fail(`Node 24 could not be run: ${error.message}.`))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
  return child
}

const [major] = process.versions.node.split('.').map(Number)
if (major < 20) fail(`WasteSense needs Node.js 20 or newer to start; this is ${process.versions.node}.`)

const flags = new Set(['--no-build', '--only-build', '--watch'])
const given = process.argv.slice(2)
const options = new Set()
while (flags.has(given[0])) options.add(given.shift())
if (!given.length && !options.has('--only-build'))
  fail('Usage: node bootstrap.mjs [--no-build|--only-build|--watch] ENTRY.ts [args…]')

if (!installed()) alone(() => installed() || install())
if (!options.has('--no-build') && !built()) alone(() => built() || build())
if (options.has('--watch')) {
  const vite = spawn(node, [inRoot('node_modules', 'vite', 'bin', 'vite.js'), 'build', '--watch'], {
    cwd: root,
    stdio: 'inherit',
  })
  process.on('exit', () => vite.kill())
  become(['--watch', ...given])
} else if (!options.has('--only-build')) become(given)
