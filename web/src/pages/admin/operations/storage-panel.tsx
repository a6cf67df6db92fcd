/** Storage of the data folder: used and free space, and the time of the last checkpoint. */

import type { Operations, Storage } from '#contract/views.ts'
import { lookUp } from '#rules/dictionary.ts'
import { Panel } from '#web/components/panel.tsx'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { bytes } from '#web/format/numbers.ts'
import classes from './operations.module.css'

/**
 * Parts with the text for an unknown size.
 * A part may not exist yet or be in a database.
 */
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
