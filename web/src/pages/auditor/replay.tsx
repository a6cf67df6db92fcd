/** The time machine: the boards of dispatchers and recyclers as they were at any moment, which the address names. */
import { Navigate, useLocation } from 'react-router'
import type { Role } from '#rules/city.ts'
import { ReplayBar } from '#web/features/audit/replay/replay-bar.tsx'
import { ReplayFrame } from '#web/features/audit/replay/replay-frame.tsx'
import { useReplay } from '#web/features/audit/replay/use-replay.ts'
import { PastProvider } from '#web/feed/replay-provider.tsx'
import { useTitle } from '#web/hooks/title.ts'
import { useBoards } from './boards.ts'
import { ReplayedBoard } from './replayed-board.tsx'

const REPLAY = '/auditor/replay'
const FIRST = '/dispatcher/dashboard'

export function AuditorReplay() {
  const { pathname, search } = useLocation()
  const board = pathname.slice(REPLAY.length)
  const { roleOf } = useBoards()
  const role = roleOf(board)
  if (!role) return <Navigate to={REPLAY + FIRST + search} replace />
  return <Replay key={role} role={role} board={board} />
}

function Replay({ role, board }: { role: Role; board: string }) {
  useTitle('Replay')
  const replay = useReplay(role)
  const { boards } = useBoards()
  return (
    <ReplayFrame replay={replay} bar={<ReplayBar replay={replay} boards={boards} board={board} base={REPLAY} />}>
      <PastProvider past={replay.past}>
        <ReplayedBoard base={REPLAY} role={role} at={replay.at} />
      </PastProvider>
    </ReplayFrame>
  )
}
