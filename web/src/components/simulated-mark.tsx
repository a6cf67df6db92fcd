/** Says that what is on the screen is partly made up, while simulated activity is on; for roles that see simulated residents. */
import { useSession } from '#web/app/session.ts'
import { useRoom } from '#web/feed/use-room.ts'
import { Badge } from './badge.tsx'

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
