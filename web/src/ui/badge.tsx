/** Badge: a word with the colour of its status, so that colour is never the only sign. */
import { IconFlask } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ReportStatus } from '#domain/city.ts'
import classes from './badge.module.css'

/** `simulated` has a dashed edge and no status colour, because it can appear on every row. */
export type Tone = 'new' | 'progress' | 'done' | 'critical' | 'plain' | 'simulated'

export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {children}
    </span>
  )
}

/** Marks a row or figures from the simulated city, also after the simulation has ended. */
export function SimulatedBadge({ of }: { of: { simulated?: true | undefined } | undefined }) {
  return of?.simulated ? <Badge tone="simulated">Simulated</Badge> : null
}

/** Icon of the same meaning for rows without room for the word. */
export function SimulatedSign({ of }: { of: { simulated?: true | undefined } }) {
  if (!of.simulated) return null
  return (
    <span className={classes.sign} role="img" aria-label="Simulated" title="Simulated">
      <IconFlask size={14} stroke={1.5} aria-hidden />
    </span>
  )
}

/** Colours: new is blue, in progress yellow, completed green, collected grey. */
export const reportBadges: Record<ReportStatus, { tone: Tone; label: string }> = {
  new: { tone: 'new', label: 'Pending' },
  'in-progress': { tone: 'progress', label: 'In Progress' },
  completed: { tone: 'done', label: 'Completed' },
  collected: { tone: 'plain', label: 'Collected' },
}

export function StatusBadge({ status }: { status: ReportStatus }) {
  const { tone, label } = reportBadges[status]
  return <Badge tone={tone}>{label}</Badge>
}
