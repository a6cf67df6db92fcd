/**
 * Lists the files of each role's first screen, including the files of the app.
 * The server adds the list to the page, so that the browser loads all files at once.
 */

import type { Plugin, Rolldown } from 'vite'
import type { EndpointName } from '#contract/routes.ts'
import { ROLES, type Role } from '#domain/city.ts'
import { lookUp } from '../domain/dictionary.ts'

/**
 * Returns the source files of a role's dashboard.
 * The notification bell is not among them: it loads later, in reserved space.
 */
function dashboardOf(role: Role): readonly string[] {
  return ['app/shell/shell.tsx', `pages/${role}/screens.ts`, `pages/${role}/dashboard.tsx`]
}

/** Source files of each first screen, relative to web/src. */
export const FIRST_SCREEN_SOURCE_FILES: Record<'/login' | `/${Role}/dashboard`, readonly string[]> = {
  '/login': ['pages/public/sign-in.tsx'],
  ...(Object.fromEntries(ROLES.map((role) => [`/${role}/dashboard`, dashboardOf(role)])) as Record<
    `/${Role}/dashboard`,
    readonly string[]
  >),
}

/**
 * Source files that a role's first screen loads right after it has started.
 * The key is the screen's address.
 */
export const DEFERRED_SOURCE_FILES = new Map<string, readonly string[]>([
  ['/driver/dashboard', ['features/driver/route-sheet.tsx']],
])

/**
 * Endpoint whose rows a start screen shows, by the screen's address.
 * The HTML page requests these rows before the app starts.
 */
export const PRELOADED_ENDPOINTS: Partial<Record<keyof typeof FIRST_SCREEN_SOURCE_FILES, EndpointName>> = {
  '/resident/dashboard': 'userReports',
}

/**
 * Library that receives live rows.
 * The first screens do not wait for it, but dashboards soon need it.
 */
const CONNECTION = 'node_modules/socket.io-client/'

/** Files to load for one page address. */
export interface FirstScreenFiles {
  /** Files that the screen cannot render without. */
  needed: string[]
  /** Files that the screen loads as soon as it is rendered. */
  soon: string[]
}

/**
 * Name of the list of each page's files, by address.
 * The server reads it.
 */
const LIST = 'first-screens.json'

export function firstScreensPlugin(): Plugin {
  return {
    name: 'first-screens',
    apply: 'build',
    generateBundle: {
      // Runs after other plugins: only then Vite has removed the chunks that contain only styles.
      order: 'post',
      handler(_options, bundle) {
        const connection = Object.values(bundle).filter(
          (part) => part.type === 'chunk' && part.moduleIds.some((id) => id.includes(CONNECTION)),
        )
        const files = Object.entries(FIRST_SCREEN_SOURCE_FILES).map(([address, sources]) => {
          const needed = listFiles(sources, bundle)
          const parts = listFiles(DEFERRED_SOURCE_FILES.get(address) ?? [], bundle)
          const live = address === '/login' ? [] : connection.map(({ fileName }) => `/${fileName}`)
          const soon = [...parts.filter((file) => !needed.includes(file)), ...live]
          return [address, { needed, soon } satisfies FirstScreenFiles]
        })
        this.emitFile({ type: 'asset', fileName: LIST, source: JSON.stringify(Object.fromEntries(files)) })
      },
    },
  }
}

/** Returns the files that contain the app and the given sources (paths under web/src). */
export function listFiles(sources: readonly string[], bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
  const holding = (source: string) => {
    const found = chunks.filter(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/src/${source}`)))
    if (found.length === 0) throw new Error(`A first screen needs ${source}, which is in no file of the build`)
    return found
  }
  const own = [...chunks.filter(({ isEntry }) => isEntry), ...sources.flatMap(holding)]
  return largestFirst(filesOf(own, bundle), bundle)
}

/**
 * Sorts files by size, largest first.
 * A browser loads only six files per server at a time.
 */
function largestFirst(files: Set<string>, bundle: Rolldown.OutputBundle): string[] {
  const sizeOf = (file: string) => {
    const part = lookUp(bundle, file.slice(1))
    return part?.type === 'chunk' ? part.code.length : (part?.source.length ?? 0)
  }
  return [...files].sort((a, b) => sizeOf(b) - sizeOf(a))
}

/**
 * Returns the files of these chunks and of the chunks that they import statically.
 * Includes their style sheets.
 */
function filesOf(chunks: readonly Rolldown.OutputChunk[], bundle: Rolldown.OutputBundle): Set<string> {
  const files = new Set<string>()
  const follow = (chunk: Rolldown.OutputChunk | Rolldown.OutputAsset | undefined) => {
    if (chunk?.type !== 'chunk' || files.has(`/${chunk.fileName}`)) return
    files.add(`/${chunk.fileName}`)
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(`/${style}`)
    for (const next of chunk.imports) follow(lookUp(bundle, next))
  }
  for (const chunk of chunks) follow(chunk)
  return files
}
