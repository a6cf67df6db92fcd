/** Which modules share a file: on a slow network every file costs a wait, and thirty small ones cost five of them. */
import path from 'node:path'
import type { Rolldown } from 'vite'
import { FIRST_SCREENS } from './first-screens.ts'

type Modules = Rolldown.ChunkingContext
type NameOf = Rolldown.CodeSplittingNameFunction

/** The libraries that every page needs, in one file: it compresses better, and stays cached from release to release. */
const LIBRARIES =
  /rolldown[:/]runtime|node_modules\/(react|react-dom|scheduler|react-router|react-redux|redux|redux-thunk|reselect|immer|use-sync-external-store|@reduxjs\/toolkit|@standard-schema|clsx)\//

/**
 * The parts of the interface library that every screen shows; those of dialogs and forms, and what holds the focus in them, come
 * with the first of them.
 */
const INTERFACE =
  /node_modules\/(@mantine\/(core\/esm\/(core|components\/(Button|Loader|UnstyledButton|Skeleton|ActionIcon|Transition))\/)|@mantine\/hooks\/(?!esm\/use-(focus-trap|focus-return|debounced-callback)\/)|@tabler\/icons-react\/dist\/esm\/)/

/** What forms are made of: the sign-in's, and those of dialogs. */
const FORMS =
  /node_modules\/(klona\/|fast-deep-equal\/|@mantine\/(form\/|core\/esm\/components\/(Anchor|CloseButton|Input|InputBase|PasswordInput|Stack|Text|TextInput)\/))/

/** What every signed-in screen needs beside what it imports itself. */
const SIGNED_IN =
  /node_modules\/(@mantine\/(notifications\/esm\/notifications\.store|store))|contract\/feed\/(positions|rooms)|web\/src\/(feed\/(?!replay|past-store|taped)|outbox\/(slice|kept-report|forget)|features\/notifications\/(own-notifications|use-arrival-toast)|app\/shell\/user-card\.|components\/toasts\.)/

/** The feed's connection: named with every dashboard, though its first screen stands without. */
const CONNECTION = /node_modules\/(socket\.io-\w+|engine\.io-\w+|@socket\.io)/

/** What every first screen needs, signed in or not: small parts that cost more as files of their own. */
const FRAME =
  /web\/src\/(calls\/(ahead|api|attempt|endpoints|request|session|sign-out)|hooks\/(title|past)|format\/new-id|components\/(logo|theme-toggle|notice\.module)|pages\/screen|components\/(part|lost-styles)|features\/accounts\/profile-calls)\.|vite\/preload-helper|\/rules\/city\.|\/contract\/(door\/line\.|lines[./])/

const LOGIN = '/login'
const root = path.join(import.meta.dirname, '..')
const isOwn = (id: string) => id.startsWith(root) && /^\/(web\/src|rules|contract)\//.test(id.slice(root.length))

/** An import of parts of a library by their names. */
const FROM_LIBRARY = /import\s*\{([^}]*)\}\s*from\s*["']@(?:mantine\/core|tabler\/icons-react)["']/g

/** What a library names the file or the folder of an icon or a component. */
const nameInLibrary = (id: string) => /\/(?:icons|components)\/(\w+)(?:\/|\.mjs)/.exec(id)?.[1] ?? ''

interface Parts {
  own: Set<string>
  /** What these say by name of libraries, which import all of themselves. */
  names: Set<string>
}

/** All that these sources (under web/src) can't run without. */
function partsOf(sources: readonly string[], modules: Modules): Parts {
  const own = new Set(sources.map((source) => path.join(root, 'web/src', source)))
  const names = new Set<string>()
  for (const id of own) {
    const { importedIds = [], code = '' } = modules.getModuleInfo(id) ?? {}
    for (const next of importedIds) if (isOwn(next)) own.add(next)
    for (const [, clause = ''] of code?.matchAll(FROM_LIBRARY) ?? [])
      for (const name of clause.match(/\w+/g) ?? []) names.add(name)
  }
  return { own, names }
}

const holds = ({ own, names }: Parts, id: string) => (isOwn(id) ? own.has(id) : names.has(nameInLibrary(id)))

const FIRST = new Set(
  Object.values(FIRST_SCREENS).flatMap((sources) => sources.map((source) => path.join(root, 'web/src', source))),
)

/** A part that is loaded by itself has a file of its own, which others can ask for; what a first screen begins with is in its file. */
const isAskedFor = (id: string, modules: Modules) =>
  !FIRST.has(id) && (modules.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0

/**
 * Names the file of what a first screen needs: the screen's own one, or `signed-in` for what several dashboards need. None for
 * what the sign-in needs as well, for what comes with the app anyway, and for what comes later.
 */
function byFirstScreen(): NameOf {
  let app: Parts | undefined
  let screens: [address: string, parts: Parts][] = []
  return (id, modules) => {
    if (SIGNED_IN.test(id)) return 'signed-in'
    if (CONNECTION.test(id)) return 'connection'
    app ??= partsOf(['app/main.tsx'], modules)
    if (screens.length === 0)
      screens = Object.entries(FIRST_SCREENS).map(([address, sources]) => [address, partsOf(sources, modules)])
    if (holds(app, id) || isAskedFor(id, modules)) return null
    const needed = screens.filter(([, parts]) => holds(parts, id)).map(([address]) => address)
    const [first = null] = needed
    if (needed.length <= 1) return first?.slice(1).replace('/', '-')
    return needed.includes(LOGIN) ? null : 'signed-in'
  }
}

/** In the order in which they take their modules. */
const groups: Rolldown.CodeSplittingGroup[] = [
  { name: 'libraries', test: LIBRARIES },
  { name: 'frame', test: (id) => FRAME.test(id) },
  { name: 'frame', test: (id) => INTERFACE.test(id), minShareCount: 8 },
  { name: 'forms', test: FORMS },
  { name: byFirstScreen(), debugName: 'first screens' },
]

export const chunkGroups = groups.map((group, n) => ({
  ...group,
  priority: groups.length - n,
  includeDependenciesRecursively: false,
}))
