/** The replay: dispatcher and recycler screens at the moment in the address. */
import { use } from 'react'
import { Navigate, useLocation } from 'react-router'
import { Comparison } from '#web/features/audit/replay/comparison.tsx'
import { ReplayBar } from '#web/features/audit/replay/replay-bar.tsx'
import { ReplayFrame } from '#web/features/audit/replay/replay-frame.tsx'
import { useReplay } from '#web/features/audit/replay/use-replay.ts'
import { PastProvider } from '#web/feed/replay-provider.tsx'
import { useTitle } from '#web/hooks/title.ts'
import type { PageProps } from '#web/pages/portal.ts'
import { type BoardPortals, boardsIn, roleOf } from './boards.ts'
import { ReplayedBoard } from './replayed-board.tsx'

const REPLAY = '/auditor/replay'
const FIRST = '/dispatcher/dashboard'

export function AuditorReplay({ portals }: PageProps) {
  const { pathname, search } = useLocation()
  const board = pathname.slice(REPLAY.length)
  const role = roleOf(board)
  const found = portals && { dispatcher: use(portals.dispatcher()), recycler: use(portals.recycler()) }
  if (!role) return <Navigate to={REPLAY + FIRST + search} replace />
  return found && <Replay key={role} role={role} board={board} portals={found} />
}

function Replay({ role, board, portals }: { role: keyof BoardPortals; board: string; portals: BoardPortals }) {
  useTitle('Replay')
  const replay = useReplay(role)
  return (
    <ReplayFrame
      replay={replay}
      comparison={<Comparison replay={replay} />}
      bar={<ReplayBar replay={replay} boards={boardsIn(portals)} board={board} base={REPLAY} />}
    >
      <PastProvider past={replay.past}>
        <ReplayedBoard base={REPLAY} portal={portals[role]} at={replay.at} />
      </PastProvider>
    </ReplayFrame>
  )
}
