/**
 * Rules that group the modules of the build into chunks.
 * On a slow network every file costs a wait, and thirty small ones cost five.
 */
import path from 'node:path'
import type { Rolldown } from 'vite'
import { FIRST_SCREENS } from './first-screens.ts'

type Modules = Rolldown.ChunkingContext
type NameOf = Rolldown.CodeSplittingNameFunction

/**
 * The libraries of every page, in one file.
 * One file compresses better and stays cached across releases.
 */
const LIBRARIES =
  /rolldown[:/]runtime|node_modules\/(react|react-dom|scheduler|react-router|react-redux|redux|redux-thunk|reselect|immer|use-sync-external-store|@reduxjs\/toolkit|@standard-schema|clsx)\//

/**
 * The parts of the interface library that every screen shows.
 * Dialogs, forms and their focus traps load with the first of them.
 */
const INTERFACE =
  /node_modules\/(@mantine\/(core\/esm\/(core|components\/(Button|Loader|UnstyledButton|Skeleton|ActionIcon|Transition))\/)|@mantine\/hooks\/(?!esm\/use-(focus-trap|focus-return|debounced-callback)\/)|@tabler\/icons-react\/dist\/esm\/)/

/** Modules of forms: the sign-in form and those of dialogs. */
const FORMS =
  /node_modules\/(klona\/|fast-deep-equal\/|@mantine\/(form\/|core\/esm\/components\/(Anchor|CloseButton|Input|InputBase|PasswordInput|Stack|Text|TextInput)\/))/

/** Store of the toasts, which every signed-in screen needs besides its own imports. */
const TOAST_STORE = /node_modules\/(@mantine\/(notifications\/esm\/notifications\.store|store))/

/**
 * The feed's connection.
 * The server names it with every dashboard, although the first screen renders without it.
 */
const CONNECTION = /node_modules\/(socket\.io-\w+|engine\.io-\w+|@socket\.io)/

/** Loader of lazy parts. */
const PRELOAD = /vite\/preload-helper/

const LOGIN = '/login'
const RESIDENT = '/resident/dashboard'
const root = path.join(import.meta.dirname, '..')
const isOwn = (id: string) => id.startsWith(root) && /^\/(web\/src|domain|contract)\//.test(id.slice(root.length))

/** An import of named parts of a library. */
const FROM_LIBRARY = /import\s*\{([^}]*)\}\s*from\s*["']@(?:mantine\/core|tabler\/icons-react)["']/g

/** Returns the name of the icon or component whose file this is, or ''. */
const nameInLibrary = (id: string) => /\/(?:icons|components)\/(\w+)(?:\/|\.mjs)/.exec(id)?.[1] ?? ''

interface ModuleSet {
  own: Set<string>
  /** Names imported from libraries whose entry imports everything. */
  names: Set<string>
}

/** Returns everything that these sources (under web/src) need to run. */
function modulesOf(sources: readonly string[], modules: Modules): ModuleSet {
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

const contains = ({ own, names }: ModuleSet, id: string) => (isOwn(id) ? own.has(id) : names.has(nameInLibrary(id)))

/**
 * Returns a function that names the chunk of a module by the first screens that need it.
 * The name is the screen's own, or `signed-in` if residents and others need the module.
 * It is `staff` if several other dashboards need it, because residents have slow networks.
 * It is `frame` if the sign-in or the app's entry shares our module with a screen.
 * Modules of lazy parts get no name.
 */
function byFirstScreen(): NameOf {
  let app: ModuleSet | undefined
  let screens: [address: string, parts: ModuleSet][] = []
  return (id, modules) => {
    if (PRELOAD.test(id)) return 'frame'
    if (TOAST_STORE.test(id)) return 'signed-in'
    if (CONNECTION.test(id)) return 'connection'
    app ??= modulesOf(['app/main.tsx'], modules)
    if (screens.length === 0)
      screens = Object.entries(FIRST_SCREENS).map(([address, sources]) => [address, modulesOf(sources, modules)])
    const needed = screens.filter(([, parts]) => contains(parts, id)).map(([address]) => address)
    const isEarly = contains(app, id) || (needed.includes(LOGIN) && needed.length > 1)
    if (isEarly) return isOwn(id) && needed.length > 0 ? 'frame' : null
    const [first = null] = needed
    if (needed.length <= 1) return first?.slice(1).replace('/', '-')
    return needed.includes(RESIDENT) ? 'signed-in' : 'staff'
  }
}

/** Chunk groups in descending priority. */
const groups: Rolldown.CodeSplittingGroup[] = [
  { name: 'libraries', test: LIBRARIES },
  { name: 'frame', test: (id) => INTERFACE.test(id), minShareCount: 8 },
  { name: 'forms', test: FORMS },
  { name: byFirstScreen(), debugName: 'first screens' },
]

export const chunkGroups = groups.map((group, n) => ({
  ...group,
  priority: groups.length - n,
  includeDependenciesRecursively: false,
}))
