/** Key figures of a site: fill level, load and materials. */

import type { ReactNode } from 'react'
import type { Site } from '#contract/views.ts'
import { figure, tonnes } from '#web/lib/format/numbers.ts'
import { Badge } from '#web/ui/marks.tsx'
import { sharesIn } from '#web/ui/materials/shares.ts'
import { Meter } from '#web/ui/meter.tsx'
import { Panel } from '#web/ui/page.tsx'
import classes from './detail.module.css'
import { fullnessOf, fullnessText } from './site-words.ts'

export function SiteFacts({ site }: { site: Site }) {
  const { percent, left, status, tone } = fullnessOf(site)
  const types = sharesIn(site.composition).length
  return (
    <div className={classes.facts}>
      <Panel title="Capacity Status" aside={<Badge tone={tone}>{status}</Badge>}>
        <p className={classes.figure}>{fullnessText(percent)}</p>
        <Meter label="Capacity in use, tons" value={site.currentCapacity} max={site.maxCapacity} tone={tone} />
        <Facts
          facts={[
            ['Current Load', tonnes(site.currentCapacity)],
            ['Maximum Capacity', tonnes(site.maxCapacity)],
            ['Remaining Capacity', tonnes(left)],
          ]}
        />
      </Panel>
      <Panel title="Site Information">
        <Facts
          facts={[
            ['Site ID', site.id],
            ['Location', site.location],
            ['Zone', site.zone ?? '–'],
            [
              'Status',
              <Badge key="status" tone={tone}>
                {status}
              </Badge>,
            ],
          ]}
        />
      </Panel>
      <Panel title="Quick Stats">
        <Facts
          facts={[
            ['Utilization', fullnessText(percent)],
            ['Free Space', tonnes(left)],
            ['Waste Types', types > 0 ? figure(types) : 'unknown'],
          ]}
        />
      </Panel>
    </div>
  )
}

function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={classes.list}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
