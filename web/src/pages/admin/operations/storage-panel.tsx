/** What lies in the data folder and how much room is left there; and since when the log is signed. */
import type { Operations, Storage } from '#contract/views.ts'
import { Panel } from '#web/components/panel.tsx'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { bytes } from '#web/format/numbers.ts'
import classes from './operations.module.css'

const PARTS = {
  free: 'Free',
  log: 'Log',
  rows: 'History of rows',
  history: 'History of events',
  blobs: 'Photos',
  vault: 'Vault',
} as const satisfies Partial<Record<keyof Storage, string>>

/** A part may not be made yet, or be in a database elsewhere. */
const size = (value: number | undefined) => (value === undefined ? 'Not here' : bytes(value))

export function StoragePanel({ storage, checkpointAt }: Pick<Operations, 'storage' | 'checkpointAt'>) {
  return (
    <Panel title="Storage">
      <dl className={classes.figures}>
        {Object.entries(PARTS).map(([part, label]) => (
          <div key={part}>
            <dt>{label}</dt>
            <dd>{size(storage[part as keyof typeof PARTS])}</dd>
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
