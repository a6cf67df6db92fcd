/** A screen of a role: its address, its title and its code. */

import type { Icon } from '@tabler/icons-react'
import { type ComponentType, lazy } from 'react'
import type { Location } from 'react-router'
import type { RoomName } from '#contract/feed/rooms.ts'
import type { Role } from '#domain/city.ts'
import { lookUp } from '#domain/dictionary.ts'
import { loadWithRetry, loadWithStyles } from '#web/ui/lazy.ts'

type Module<P> = { default: ComponentType<P> }

/**
 * A lazy screen by the name of its export.
 * It loads with retries, and renders at once if it has loaded before.
 */
export function screen<K extends string, P = object>(load: () => Promise<Record<K, ComponentType<P>>>, name: K) {
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

// Types of portals.
// A portal lists the screens of one role for router, navigation and preloading.

/** Props of a page. */
export interface PageProps {
  /** For screens that show other roles' screens. */
  portals?: PortalLoaders
}

export interface Screen {
  /** Path below /{role}; for a public screen the full path. */
  path: string
  page: ReturnType<typeof screen<string, PageProps>>
  /**
   * Rooms that the first render depends on.
   * They load in parallel with the code, so that the screen renders once.
   */
  rooms?: readonly RoomName[]
  /** Navigation entry; screens without one are reached through links. */
  link?: { label: () => string; icon: Icon }
}

export interface Portal<R extends Role = Role> {
  /** Role of the users; others are redirected. */
  role: R
  title: () => string
  /** Keyboard shortcuts of all these screens; loads after the first screen. */
  keys?: ComponentType
  /** In the order of the navigation; a phone's bottom bar shows the first four. */
  screens: readonly Screen[]
}

/** Loaders of the portals; callers may call them repeatedly. */
export type PortalLoaders = { [R in Role]: () => Promise<Portal<R>> }

/** Returns the start page of a role. */
export function homeOf(role: Role): string {
  return `/${role}/dashboard`
}

/**
 * Returns the page that the guard redirected from, else the role's start page.
 * `state` is the location state of the sign-in page.
 */
export function landingOf(role: Role, state: unknown): string {
  const from = (state as { from?: Location } | null)?.from
  return from ? `${from.pathname}${from.search}${from.hash}` : homeOf(role)
}
