/** Figures of the dispatchers from the server; unknown ones are a dash. */

import { Skeleton } from '@mantine/core'
import type { ProfileFigures } from '#contract/views.ts'
import { failureText } from '#web/calls/api.ts'
import { SimulatedBadge } from '#web/components/badge.tsx'
import { Panel } from '#web/components/panel.tsx'
import { ErrorState } from '#web/components/states.tsx'
import { figure } from '#web/format/numbers.ts'
import classes from './account.module.css'
import { useProfileFiguresQuery } from './profile-calls.ts'

const figures: [label: string, of: (figures: ProfileFigures) => number | undefined, unit?: string][] = [
  ['Active collections this week', (all) => all.activeCollectionsThisWeek],
  ['Reports processed in 30 days', (all) => all.reportsProcessed30Days],
  ['Collection efficiency in 30 days', (all) => all.efficiencyPercent, ' %'],
]

export function DispatcherFigures() {
  const { data, error, refetch } = useProfileFiguresQuery(undefined, { refetchOnMountOrArgChange: true })
  return (
    <Panel title="Operations" aside={<SimulatedBadge of={data} />}>
      {error && !data ? (
        <ErrorState message={failureText(error, 'Failed to load your figures')} retry={refetch} />
      ) : (
        <dl className={`${classes.tiles} ${classes.figures}`}>
          {figures.map(([label, of, unit]) => (
            <div key={label} className={classes.figure}>
              <dt>{label}</dt>
              <dd>{data ? shown(of(data), unit) : <Skeleton height={32} width={64} />}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className={classes.hint}>Collection efficiency: how many of the reports of the last 30 days were collected.</p>
    </Panel>
  )
}

function shown(value: number | undefined | null, unit = ''): string {
  return value === undefined || value === null ? '–' : `${figure(Math.round(value))}${unit}`
}
