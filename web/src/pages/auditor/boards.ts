/** The boards that are replayed: what dispatchers and recyclers see of the city, and not what is theirs alone. */
import type { Role } from '#rules/city.ts'
import type { Portal, Screen } from '#web/pages/portal.ts'

const ROLES = ['dispatcher', 'recycler'] as const satisfies readonly Role[]
const ONES_OWN = ['profile', 'notifications', 'models/waste-detector']
const WHOSE = { dispatcher: 'Dispatcher', recycler: 'Recycler' } as const

export interface Board {
  /** Below the address of the replay, such as '/dispatcher/dashboard'. */
  path: string
  label: string
}

export const boardsOf = ({ screens }: Portal): readonly Screen[] =>
  screens.filter(({ path }) => !ONES_OWN.includes(path))

/** The portals whose boards they are. */
export type BoardPortals = { [R in (typeof ROLES)[number]]: Portal<R> }

/** What the chooser offers; pages without a place in the navigation are reached from others. */
export const boardsIn = (portals: BoardPortals): Board[] =>
  ROLES.flatMap((role) =>
    boardsOf(portals[role]).flatMap(({ path, link }) =>
      link ? [{ path: `/${role}/${path}`, label: `${WHOSE[role]}: ${link.label}` }] : [],
    ),
  )

/** Whose board it is; undefined where it is none. */
export const roleOf = (board: string) => ROLES.find((role) => board.startsWith(`/${role}/`))
