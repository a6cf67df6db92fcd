/** What a portal is: all the screens of one role, listed once for the router, the navigation and what is fetched ahead. */
import type { Icon } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { RoomName } from '#contract/feed/rooms.ts'
import type { Role } from '#rules/city.ts'
import type { screen } from './screen.ts'

/** What a page is given. */
export interface PageProps {
  /** For screens that show those of other roles. */
  portals?: PortalLoaders
}

export interface Screen {
  /** Of a portal's screen: below /{role}. Of a public one: the whole address. */
  path: string
  page: ReturnType<typeof screen<string, PageProps>>
  /** Whose rows it is nothing without: asked for while its code is still on its way, so that it need not be drawn twice. */
  rooms?: readonly RoomName[]
  /** How the navigation lists it; a screen without is reached from others. */
  link?: { label: string; icon: Icon }
}

export interface Portal<R extends Role = Role> {
  /** Who sees these screens; everybody else is sent to where they belong. */
  role: R
  title: string
  /** Hears the keys that work on all of these screens; it comes after the first of them. */
  keys?: ComponentType
  /** In the order that they are listed; a phone's bottom bar shows the first four. */
  screens: readonly Screen[]
}

/** Fetches each; more than one may ask. */
export type PortalLoaders = { [R in Role]: () => Promise<Portal<R>> }
