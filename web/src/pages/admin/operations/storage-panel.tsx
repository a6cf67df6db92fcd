/** What lies in the data folder and how much room is left there; and since when the log is signed. */

import type { Operations, Storage } from '#contract/views.ts'
import { lookUp } from '#rules/dictionary.ts'
import { Panel } from '#web/components/panel.tsx'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { bytes } from '#web/format/numbers.ts'
import classes from './operations.module.css'

/** Each with why its size may not be known: it is made when it is first needed, or lies in a database elsewhere. */
const PARTS = {
  free: { label: 'Free', absent: 'Unknown' },
  log: { label: 'Event log', absent: 'In a database' },
  rows: { label: 'Past boards', absent: 'Not made yet' },
  history: { label: 'Event history', absent: 'Not made yet' },
  blobs: { label: 'Photos', absent: 'None yet' },
  vault: { label: 'Keys and passwords', absent: 'Elsewhere' },
} as const satisfies Partial<Record<keyof Storage, { label: string; absent: string }>>

const sizeOf = (value: number | undefined, absent: string) => (value === undefined ? absent : bytes(value))

export function StoragePanel({ storage, checkpointAt }: Pick<Operations, 'storage' | 'checkpointAt'>) {
  return (
    <Panel title="Storage">
      <dl className={classes.figures}>
        {Object.entries(PARTS).map(([part, { label, absent }]) => (
          <div key={part}>
            <dt>{label}</dt>
            <dd>{sizeOf(lookUp(storage, part), absent)}</dd>
          </div>
        ))}
        <div>
          <dt>Last checkpoint</dt>
          <dd>{checkpointAt ? <RelativeTime iso={checkpointAt} /> : 'None yet'}</dd>
        </div>
      </dl>
    </Panel>
  )
}
