/**
 * Types of portals.
 * A portal lists the screens of one role for router, navigation and preloading.
 */
import type { Icon } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { RoomName } from '#contract/feed/rooms.ts'
import type { Role } from '#domain/city.ts'
import type { screen } from './screen.ts'

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
  link?: { label: string; icon: Icon }
}

export interface Portal<R extends Role = Role> {
  /** Role of the users; others are redirected. */
  role: R
  title: string
  /** Keyboard shortcuts of all these screens; loads after the first screen. */
  keys?: ComponentType
  /** In the order of the navigation; a phone's bottom bar shows the first four. */
  screens: readonly Screen[]
}

/** Loaders of the portals; callers may call them repeatedly. */
export type PortalLoaders = { [R in Role]: () => Promise<Portal<R>> }
