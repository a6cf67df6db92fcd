/** Badge of simulated activity, for roles that see simulated residents. */
import { useSession } from '#web/calls/session.ts'
import { Badge } from '#web/components/badge.tsx'
import { useRoom } from './use-room.ts'

export function SimulatedMark() {
  const { user } = useSession()
  if (user?.role === 'resident') return <MarkOf room="my-zone" />
  return user?.role === 'dispatcher' || user?.role === 'admin' ? <MarkOf room="zones" /> : null
}

function MarkOf({ room }: { room: 'my-zone' | 'zones' }) {
  const { rows } = useRoom(room)
  if (!rows.some(({ simulated }) => simulated)) return null
  return <Badge tone="simulated">Simulated activity</Badge>
}
