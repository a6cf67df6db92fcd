/**
 * Groups the build's modules into chunks.
 * On a slow network, one file costs one round trip, and thirty small files cost five.
 */
import path from 'node:path'
import type { Rolldown } from 'vite'
import { DEFERRED_SOURCE_FILES, FIRST_SCREEN_SOURCE_FILES } from './first-screens.ts'

type Modules = Rolldown.ChunkingContext
type NameOf = Rolldown.CodeSplittingNameFunction

/** Every page's libraries, in one file: it compresses better and stays cached across releases. */
const LIBRARIES =
  /rolldown[:/]runtime|node_modules\/(react|react-dom|scheduler|react-router|react-redux|redux|redux-thunk|reselect|immer|use-sync-external-store|@reduxjs\/toolkit|@standard-schema|clsx)\//

/**
 * Components of the interface library that every screen shows.
 * Dialogs and forms load with the first screen that needs them.
 */
const INTERFACE =
  /node_modules\/(@mantine\/(core\/esm\/(core|components\/(Button|Loader|UnstyledButton|Skeleton|ActionIcon|Transition))\/)|@mantine\/hooks\/(?!esm\/use-(focus-trap|focus-return|debounced-callback)\/)|@tabler\/icons-react\/dist\/esm\/)/

/** Modules for forms, used by the sign-in page and by dialogs. */
const FORMS =
  /node_modules\/(klona\/|fast-deep-equal\/|@mantine\/(form\/|core\/esm\/components\/(Anchor|CloseButton|Input|InputBase|PasswordInput|Stack|Text|TextInput)\/))/

/** Every signed-in screen needs the toasts' store, although none imports it. */
const TOAST_STORE = /node_modules\/(@mantine\/(notifications\/esm\/notifications\.store|store))/

/**
 * Modules of the connection to the live feed.
 * The server lists them with each dashboard, although no first render needs them.
 */
const CONNECTION = /node_modules\/(socket\.io-\w+|engine\.io-\w+|@socket\.io)/

/** Vite's helper module that loads lazy modules. */
const PRELOAD = /vite\/preload-helper/

const LOGIN = '/login'
const RESIDENT = '/resident/dashboard'
const root = path.join(import.meta.dirname, '..')
const isOwn = (id: string) => id.startsWith(root) && /^\/(web\/src|domain|contract)\//.test(id.slice(root.length))

/** Matches an import of named exports from a library. */
const FROM_LIBRARY = /import\s*\{([^}]*)\}\s*from\s*["']@(?:mantine\/core|tabler\/icons-react)["']/g

/**
 * Returns the name of the icon or component that a library file contains.
 * Returns '' for any other file.
 */
const nameInLibrary = (id: string) => /\/(?:icons|components)\/(\w+)(?:\/|\.mjs)/.exec(id)?.[1] ?? ''

interface ModuleSet {
  own: Set<string>
  /** Names imported from libraries whose main module re-exports everything. */
  names: Set<string>
}

/** Returns all direct and indirect imports of these sources (paths under web/src). */
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
 * Returns a function that names the chunk of a module after the first screens that need the module:
 * – one screen: the screen's own name;
 * – residents and other roles: `signed-in`;
 * – several roles without residents: `staff`, so that residents on slow networks do not load it;
 * – screens without residents, if a further screen loads the module soon after its start: `soon`, so that the further
 * screen loads no code of these screens;
 * – the sign-in page or the app's entry, and a screen: `frame`.
 * Modules of lazily loaded parts get no name.
 */
function byFirstScreen(): NameOf {
  let app: ModuleSet | undefined
  let screens: [address: string, parts: ModuleSet][] = []
  let soon: typeof screens = []
  return (id, modules) => {
    if (PRELOAD.test(id)) return 'frame'
    if (TOAST_STORE.test(id)) return 'signed-in'
    if (CONNECTION.test(id)) return 'connection'
    app ??= modulesOf(['app/main.tsx'], modules)
    if (screens.length === 0) {
      screens = Object.entries(FIRST_SCREEN_SOURCE_FILES).map(([address, sources]) => [
        address,
        modulesOf(sources, modules),
      ])
      soon = [...DEFERRED_SOURCE_FILES].map(([address, sources]) => [address, modulesOf(sources, modules)])
    }
    const needed = screens.filter(([, parts]) => contains(parts, id)).map(([address]) => address)
    const isEarly = contains(app, id) || (needed.includes(LOGIN) && needed.length > 1)
    if (isEarly) return isOwn(id) && needed.length > 0 ? 'frame' : null
    if (
      needed.length > 0 &&
      !needed.includes(RESIDENT) &&
      soon.some(([address, parts]) => !needed.includes(address) && contains(parts, id))
    )
      return 'soon'
    const [first = null] = needed
    if (needed.length <= 1) return first?.slice(1).replace('/', '-')
    return needed.includes(RESIDENT) ? 'signed-in' : 'staff'
  }
}

/** Chunk groups, highest priority first. */
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
