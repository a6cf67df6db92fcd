/** Tells each page, in the page itself, which files the dashboards need beside the app: early.js fetches them at once. */
import type { Plugin, Rolldown } from 'vite'
import type { Role } from '#rules/city.ts'

/** The bell in it comes right after the screen that it stands above: its place is kept. */
const frameOf = (role: Role) => ['app/shell/shell.tsx', `pages/${role}/screens.ts`]

/** The sources of each first screen, under web/src. */
export const FIRST_SCREENS: Record<'/login' | `/${Role}/dashboard`, readonly string[]> = {
  '/login': ['pages/public/sign-in.tsx'],
  '/resident/dashboard': [...frameOf('resident'), 'pages/resident/dashboard.tsx'],
  '/dispatcher/dashboard': [...frameOf('dispatcher'), 'pages/dispatcher/dashboard.tsx'],
  '/recycler/dashboard': [...frameOf('recycler'), 'pages/recycler/dashboard.tsx'],
  '/admin/dashboard': [...frameOf('admin'), 'pages/admin/dashboard.tsx'],
  '/auditor/dashboard': [...frameOf('auditor'), 'pages/signed-in/not-yet.tsx'],
}

export function firstScreens(): Plugin {
  return {
    name: 'first-screens',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
        const entry = filesOf(
          chunks.filter(({ isEntry }) => isEntry),
          bundle,
        )
        const files = Object.fromEntries(
          Object.entries(FIRST_SCREENS).map(([path, sources]) => {
            const own = chunks.filter(({ facadeModuleId: id }) =>
              sources.some((source) => id?.endsWith(`/src/${source}`)),
            )
            return [path, [...filesOf(own, bundle)].filter((file) => !entry.has(file))]
          }),
        )
        const attrs = { type: 'application/json', id: 'first-screens' }
        return [{ tag: 'script', attrs, children: JSON.stringify(files), injectTo: 'head-prepend' }]
      },
    },
  }
}

/** The chunks, all that they import before they run, and their styles. */
function filesOf(chunks: readonly Rolldown.OutputChunk[], bundle: Rolldown.OutputBundle): Set<string> {
  const files = new Set<string>()
  const follow = (chunk: Rolldown.OutputChunk | Rolldown.OutputAsset | undefined) => {
    if (chunk?.type !== 'chunk' || files.has(`/${chunk.fileName}`)) return
    files.add(`/${chunk.fileName}`)
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(`/${style}`)
    for (const next of chunk.imports) follow(bundle[next])
  }
  for (const chunk of chunks) follow(chunk)
  return files
}
