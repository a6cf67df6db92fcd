/** The boards that are replayed: what dispatchers and recyclers see of the city, and not what is theirs alone. */
import { useContext, useMemo } from 'react'
import type { Role } from '#rules/city.ts'
import type { Portal, Screen } from '#web/pages/portal.ts'
import { PortalsContext } from '#web/pages/portals.ts'

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

export function useBoards() {
  const portals = useContext(PortalsContext)
  return useMemo(() => {
    const boards = ROLES.flatMap((role) =>
      (portals ? boardsOf(portals[role]) : []).flatMap(({ path, link }): Board[] =>
        link ? [{ path: `/${role}/${path}`, label: `${WHOSE[role]}: ${link.label}` }] : [],
      ),
    )
    const roleOf = (board: string) => ROLES.find((role) => board.startsWith(`/${role}/`))
    return { boards, roleOf }
  }, [portals])
}
