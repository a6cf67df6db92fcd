/** Types of screens and portals, the page after sign-in, and every role's screens. */

import type { Icon } from '@tabler/icons-react'
import { type ComponentType, lazy } from 'react'
import type { Location } from 'react-router'
import type { RoomName } from '#contract/feed/rooms.ts'
import type { Role } from '#domain/city.ts'
import { lookUp } from '#domain/dictionary.ts'
import { loadWithRetry, loadWithStyles } from '#web/ui/lazy.ts'

type Module<P> = { default: ComponentType<P> }

/**
 * Creates a lazy screen from an exported component.
 * Loading is retried after a failure.
 * A screen that has loaded before renders at once.
 */
export function lazyScreen<K extends string, P = object>(load: () => Promise<Record<K, ComponentType<P>>>, name: K) {
  let fetched: Module<P> | undefined
  async function fetchIt(): Promise<Module<P>> {
    fetched = { default: lookUp(await loadWithStyles(load), name) as ComponentType<P> }
    return fetched
  }
  const atOnce = (module: Module<P>) =>
    // biome-ignore lint/suspicious/noThenProperty: React accepts any thenable; this one skips the flash of 'Loading...'
    ({ then: (answer: (module: Module<P>) => void) => answer(module) }) as PromiseLike<Module<P>> as Promise<Module<P>>
  return Object.assign(
    lazy(() => (fetched ? atOnce(fetched) : loadWithRetry(fetchIt))),
    { load: fetchIt },
  )
}

// A portal is one role's screens, for routing, navigation and preloading.

/** Props that every page may receive. */
export interface PageProps {
  /** Loaders of other roles' portals, for a page with their screens. */
  portals?: PortalLoaders
}

export interface Screen {
  /** Path of the screen after /{role}; for a public screen, the full path. */
  path: string
  page: ReturnType<typeof lazyScreen<string, PageProps>>
  /**
   * Feed rooms that the first render needs.
   * They load in parallel with the code, to avoid a second render.
   */
  rooms?: readonly RoomName[]
  /**
   * Entry in the navigation.
   * A screen without an entry is reached by links.
   */
  link?: { label: () => string; icon: Icon }
}

export interface Portal<R extends Role = Role> {
  /**
   * Role whose users may open the portal.
   * Other users are redirected.
   */
  role: R
  title: () => string
  /**
   * Keyboard shortcuts on all screens of the portal.
   * They load after the first screen.
   */
  keys?: ComponentType
  /**
   * Screens in navigation order.
   * Phones' bottom bar shows the first four.
   */
  screens: readonly Screen[]
}

/** Functions that load each role's portal; may be called repeatedly. */
export type PortalLoaders = { [R in Role]: () => Promise<Portal<R>> }

/** Returns the start page of a role. */
export function homePathOf(role: Role): string {
  return `/${role}/dashboard`
}

/**
 * Returns the page after a sign-in.
 * It is the page that redirected there, or the role's start page.
 * `state` is the sign-in page's location state.
 */
export function pathAfterSignIn(role: Role, state: unknown): string {
  const from = (state as { from?: Location } | null)?.from
  return from ? `${from.pathname}${from.search}${from.hash}` : homePathOf(role)
}

// Screens that every role has.
// Each portal includes them.

/** Screen with profile, settings and security of the signed-in user. */
export const accountScreen = lazyScreen(() => import('./signed-in/account.tsx'), 'Account')

/** Screen about the built-in detector's quality, for roles that use its results. */
export const wasteDetectorScreen = lazyScreen(() => import('./signed-in/waste-detector.tsx'), 'WasteDetector')

/**
 * Screen for choosing a new password.
 * Until then, the user sees no other screen.
 */
export const ChoosePasswordScreen = lazyScreen(() => import('./signed-in/account.tsx'), 'ChoosePassword')
