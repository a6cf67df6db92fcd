/**
 * Badge of the live state and of simulated activity.
 * The frame shows the age of older data.
 */

import type { Phase } from '#web/lib/feed/slice.ts'
import { usePhase } from '#web/lib/feed/use-room.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import classes from './freshness-badge.module.css'
import { SimulatedActivityBadge } from './simulated-mark.tsx'

const shown: Record<Phase, [Tone, string]> = {
  connecting: ['plain', 'Connecting…'],
  live: ['done', 'Live'],
  reconnecting: ['progress', 'Reconnecting…'],
  polling: ['progress', 'Reconnecting…'],
  offline: ['critical', 'Offline'],
  past: ['plain', 'Replay, not live'],
  demo: ['plain', 'Demo'],
}

export interface FreshnessBadgeProps {
  /** Residents see the state of the system. */
  system?: boolean
  /** Text of the live state. */
  live?: string
}

export function FreshnessBadge({ system, live }: FreshnessBadgeProps) {
  const phase = usePhase()
  const [tone, word] = shown[phase]
  const isLive = phase === 'live'
  return (
    <span className={classes.fresh}>
      <SimulatedActivityBadge />
      <Badge tone={tone}>
        <span role="status">{(isLive && (system ? 'System Online' : live)) || word}</span>
      </Badge>
    </span>
  )
}
