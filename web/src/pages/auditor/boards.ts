/** Screens for replays: those of dispatchers and recyclers, without personal ones. */
import type { Role } from '#rules/city.ts'
import type { Portal, Screen } from '#web/pages/portal.ts'

const ROLES = ['dispatcher', 'recycler'] as const satisfies readonly Role[]
const ONES_OWN = ['profile', 'notifications', 'models/waste-detector']
const WHOSE = { dispatcher: 'Dispatcher', recycler: 'Recycler' } as const

export interface Board {
  /** Path below the replay's address, such as '/dispatcher/dashboard'. */
  path: string
  label: string
}

export const boardsOf = ({ screens }: Portal): readonly Screen[] =>
  screens.filter(({ path }) => !ONES_OWN.includes(path))

/** Portals of the replayed screens. */
export type BoardPortals = { [R in (typeof ROLES)[number]]: Portal<R> }

/** Returns the choices; screens without a navigation entry are reached through links. */
export const boardsIn = (portals: BoardPortals): Board[] =>
  ROLES.flatMap((role) =>
    boardsOf(portals[role]).flatMap(({ path, link }) =>
      link ? [{ path: `/${role}/${path}`, label: `${WHOSE[role]}: ${link.label}` }] : [],
    ),
  )

/** Returns the role of a screen; undefined for an unknown one. */
export const roleOf = (board: string) => ROLES.find((role) => board.startsWith(`/${role}/`))
