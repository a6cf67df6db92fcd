/** Says truthfully how fresh the screen is, and whether some of it is simulated. */

import { Badge, type Tone } from '#web/components/badge.tsx'
import { duration } from '#web/format/times.ts'
import { useNow } from '#web/hooks/ticker.ts'
import classes from './freshness-badge.module.css'
import { SimulatedMark } from './simulated-mark.tsx'
import type { Phase } from './slice.ts'
import { useFreshness } from './use-room.ts'

const tones: Record<Phase, Tone> = {
  connecting: 'plain',
  live: 'done',
  reconnecting: 'progress',
  polling: 'progress',
  offline: 'critical',
  past: 'plain',
}

const phrases: Record<Phase, string> = {
  connecting: 'Connecting…',
  live: 'Live',
  reconnecting: 'Reconnecting…',
  polling: 'Reconnecting… · polling every 30 s',
  offline: 'Offline',
  past: 'Replay, not live',
}

function Age({ phase, heardAt }: { phase: Phase; heardAt: number | null }) {
  const now = useNow(0)
  if (heardAt === null || phase === 'connecting') return null
  const age = duration(now - heardAt)
  return <span className="ws-figures">{phase === 'live' ? ` · ${age}` : ` · as of ${age} ago`}</span>
}

export interface FreshnessBadgeProps {
  /** For residents: whether the system is online; without the age while it is. */
  system?: boolean
  /** What is live, in place of the one word. */
  live?: string
}

export function FreshnessBadge({ system = false, live = phrases.live }: FreshnessBadgeProps) {
  const { phase, heardAt } = useFreshness()
  const calm = system && phase === 'live'
  return (
    <span className={classes.fresh}>
      <SimulatedMark />
      <Badge tone={tones[phase]}>
        <span>
          <span role="status">{calm ? 'System Online' : phase === 'live' ? live : phrases[phase]}</span>
          {!calm && <Age phase={phase} heardAt={heardAt} />}
        </span>
      </Badge>
    </span>
  )
}
