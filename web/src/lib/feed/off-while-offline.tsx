/** Disables commands with a reason while the server is unreachable. */
import type { ReactNode } from 'react'
import { CommandsDisabledContext, type DisabledProps } from '#web/lib/hooks/replay-context.ts'
import { usePhase } from './use-room.ts'

const ON: DisabledProps = {}
const OFF: DisabledProps = { disabled: true, title: 'You are offline: it works again with the connection.' }

export function OffWhileOffline({ children }: { children: ReactNode }) {
  const isOffline = usePhase() === 'offline'
  return <CommandsDisabledContext value={isOffline ? OFF : ON}>{children}</CommandsDisabledContext>
}
