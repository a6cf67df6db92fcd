/** Lists which files each first screen needs, the app's among them: the server names them with the page, so that they come at once. */

import type { Plugin, Rolldown } from 'vite'
import type { EndpointName } from '#contract/lines.ts'
import { ROLES, type Role } from '#rules/city.ts'
import { lookUp } from '../rules/dictionary.ts'

/** The bell in the frame comes right after the screen that it stands above: its place is kept. */
function dashboardOf(role: Role): readonly string[] {
  return ['app/shell/shell.tsx', `pages/${role}/screens.ts`, `pages/${role}/dashboard.tsx`]
}

/** The sources of each first screen, under web/src. */
export const FIRST_SCREENS: Record<'/login' | `/${Role}/dashboard`, readonly string[]> = {
  '/login': ['pages/public/sign-in.tsx'],
  ...(Object.fromEntries(ROLES.map((role) => [`/${role}/dashboard`, dashboardOf(role)])) as Record<
    `/${Role}/dashboard`,
    readonly string[]
  >),
}

/** Which endpoint has the rows that a first screen is nothing without: the page itself asks for them, before there is an app. */
export const FIRST_ROWS: Partial<Record<keyof typeof FIRST_SCREENS, EndpointName>> = {
  '/resident/dashboard': 'userReports',
}

/** What brings live rows: no first screen waits for it, but every dashboard wants it at once. */
const CONNECTION = 'node_modules/socket.io-client/'

/** Of one address. */
export interface FirstFiles {
  /** What its screen can't stand without. */
  needed: string[]
  /** What it asks for as soon as it runs. */
  soon: string[]
}

/** Where the server reads them; paths by address. */
const LIST = 'first-screens.json'

export function firstScreens(): Plugin {
  return {
    name: 'first-screens',
    apply: 'build',
    generateBundle: {
      // Files of nothing but styles have gone by then.
      order: 'post',
      handler(_options, bundle) {
        const connection = Object.values(bundle).filter(
          (part) => part.type === 'chunk' && part.moduleIds.some((id) => id.includes(CONNECTION)),
        )
        const files = Object.entries(FIRST_SCREENS).map(([address, sources]) => {
          const needed = listFiles(sources, bundle)
          const soon = address === '/login' ? [] : connection.map(({ fileName }) => `/${fileName}`)
          return [address, { needed, soon } satisfies FirstFiles]
        })
        this.emitFile({ type: 'asset', fileName: LIST, source: JSON.stringify(Object.fromEntries(files)) })
      },
    },
  }
}

/** The app's files, and those that these sources (under web/src) can't run without. */
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

/** A browser asks a server for six at a time: the largest must not be what waits. */
function largestFirst(files: Set<string>, bundle: Rolldown.OutputBundle): string[] {
  const sizeOf = (file: string) => {
    const part = lookUp(bundle, file.slice(1))
    return part?.type === 'chunk' ? part.code.length : (part?.source.length ?? 0)
  }
  return [...files].sort((a, b) => sizeOf(b) - sizeOf(a))
}

/** The chunks, all that they import before they run, and their styles. */
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
