/**
 * Builds the service worker (sw.js) and its list of cached files.
 * The screens of residents and drivers then open without a network.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import { ROLES, type Role } from '#domain/city.ts'
import { lookUp } from '../domain/dictionary.ts'

const WORKER = path.join(import.meta.dirname, 'service-worker.js')
const ASSETS = 'assets/'

/** Roles whose screens open without a network. */
const OFFLINE_ROLES: readonly Role[] = ['resident', 'driver']

/**
 * Files of other roles' screens, and parts of the app that residents and drivers rarely need.
 * The service worker does not cache them.
 */
const OTHER_ROLES_SCREENS = new RegExp(
  [
    `/pages/(${ROLES.filter((role) => !OFFLINE_ROLES.includes(role)).join('|')})/`,
    '/features/(users|collections|fleet|sites|analyses|forecasts|settings|audit)/',
    // The offline app omits the pin map, which is larger than the rest of the app.
    '/ui/map/pin-canvas',
    '/languages/\\w+/(staff|server|server-staff)\\.po',
  ].join('|'),
)

/**
 * File types of an installed app.
 * Only scripts and styles that residents or drivers need are cached.
 */
const CACHED_FILES = /\.(html|js|css|svg|png|woff2|webmanifest)$/
const SCRIPT_OR_STYLE = /\.(js|css)$/

/**
 * HTML pages to cache.
 * The app renders all other addresses.
 */
const PAGE = /\.html$/
const CACHED_PAGES = ['index.html', 'login.html', 'resident/dashboard.html']

/**
 * File that the service worker caches.
 * `revision` is null for a hashed name.
 */
interface PrecachedFile {
  url: string
  revision: string | null
}

export function offlinePlugin(): Plugin {
  const offlineFiles = new Set<string>()
  let folder = ''
  return {
    name: 'offline',
    apply: 'build',
    configResolved({ root, build: { outDir } }) {
      folder = path.resolve(root, outDir)
    },
    generateBundle(_options, bundle) {
      offlineFiles.clear()
      collectOfflineFiles(bundle, offlineFiles)
    },
    // Runs after all files are on disk, including those of the public folder.
    writeBundle: () => buildWorker(folder, listPrecachedFiles(folder, offlineFiles)),
  }
}

/**
 * Collects the files to store for offline use.
 * Follows imports from the app's entry files, but not into screens of other roles.
 */
function collectOfflineFiles(bundle: Rolldown.OutputBundle, files: Set<string>): void {
  const follow = (name: string) => {
    const chunk = lookUp(bundle, name)
    if (files.has(name) || chunk?.type !== 'chunk') return
    files.add(name)
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
    for (const next of chunk.imports) follow(next)
    for (const next of chunk.dynamicImports) if (!isForOthers(lookUp(bundle, next))) follow(next)
  }
  for (const part of Object.values(bundle)) if (part.type === 'chunk' && part.isEntry) follow(part.fileName)
}

function isForOthers(chunk: Rolldown.OutputChunk | Rolldown.OutputAsset | undefined): boolean {
  if (chunk?.type !== 'chunk') return false
  const { facadeModuleId: facade, moduleIds } = chunk
  // A chunk without a facade module can contain a screen, so checks the ids of all its modules.
  return facade ? OTHER_ROLES_SCREENS.test(facade) : moduleIds.some((id) => OTHER_ROLES_SCREENS.test(id))
}

function listPrecachedFiles(folder: string, offlineFiles: ReadonlySet<string>): PrecachedFile[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll(path.sep, '/'))
  return names
    .filter((url) => CACHED_FILES.test(url) && url !== 'sw.js')
    .filter((url) => !PAGE.test(url) || CACHED_PAGES.includes(url))
    .filter((url) => !url.startsWith(ASSETS) || !SCRIPT_OR_STYLE.test(url) || offlineFiles.has(url))
    .sort()
    .map((url) => ({ url, revision: url.startsWith(ASSETS) ? null : revisionOf(path.join(folder, url)) }))
}

const revisionOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 32)

/** Bundles the worker with Workbox into one classic script. */
async function buildWorker(folder: string, files: readonly PrecachedFile[]): Promise<void> {
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { PRECACHED_FILES: JSON.stringify(files), 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'es2022',
      lib: { entry: WORKER, formats: ['iife'], name: 'worker', fileName: () => 'sw.js' },
    },
  })
}
