/** Disables commands with a reason while the server is unreachable. */
import type { ReactNode } from 'react'
import { type Off, OffContext } from '#web/hooks/past.ts'
import { usePhase } from './use-room.ts'

const ON: Off = {}
const OFF: Off = { disabled: true, title: 'You are offline: it works again with the connection.' }

export function OffWhileOffline({ children }: { children: ReactNode }) {
  const isOffline = usePhase() === 'offline'
  return <OffContext value={isOffline ? OFF : ON}>{children}</OffContext>
}
