/** A word with the colour of its status; the colour never stands alone. */
import { IconFlask } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ReportStatus } from '#rules/city.ts'
import classes from './badge.module.css'

/** `simulated` is quiet, told by its dashed edge and not by a status' colour: it may stand on every row. */
export type Tone = 'new' | 'progress' | 'done' | 'critical' | 'plain' | 'simulated'

export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {children}
    </span>
  )
}

/** Says of one row, or of figures, that they came of the simulated city, also when it is not switched on any more. */
export function SimulatedBadge({ of }: { of: { simulated?: true | undefined } | undefined }) {
  return of?.simulated ? <Badge tone="simulated">Simulated</Badge> : null
}

/** The same in a row that has no room for the word: a sign, and the word is its name. */
export function SimulatedSign({ of }: { of: { simulated?: true | undefined } }) {
  if (!of.simulated) return null
  return (
    <span className={classes.sign} role="img" aria-label="Simulated" title="Simulated">
      <IconFlask size={14} stroke={1.5} aria-hidden />
    </span>
  )
}

/** New is blue, in progress yellow, completed green, and what was collected grey. */
export const reportBadges: Record<ReportStatus, { tone: Tone; label: string }> = {
  new: { tone: 'new', label: 'Pending' },
  'in-progress': { tone: 'progress', label: 'In Progress' },
  completed: { tone: 'done', label: 'Completed' },
  collected: { tone: 'plain', label: 'Collected' },
}

/** A report's status as the screens name it. */
export function StatusBadge({ status }: { status: ReportStatus }) {
  const { tone, label } = reportBadges[status]
  return <Badge tone={tone}>{label}</Badge>
}
