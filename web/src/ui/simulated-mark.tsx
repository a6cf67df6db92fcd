/** Badge of simulated activity, for roles that see simulated residents. */
import { useSession } from '#web/lib/api/session.ts'
import { useRoom } from '#web/lib/feed/use-room.ts'
import { Badge } from '#web/ui/badge.tsx'

export function SimulatedActivityBadge() {
  const { user } = useSession()
  if (user?.role === 'resident') return <MarkOf room="my-zone" />
  return user?.role === 'dispatcher' || user?.role === 'admin' ? <MarkOf room="zones" /> : null
}

function MarkOf({ room }: { room: 'my-zone' | 'zones' }) {
  const { rows } = useRoom(room)
  if (!rows.some(({ simulated }) => simulated)) return null
  return <Badge tone="simulated">Simulated activity</Badge>
}
