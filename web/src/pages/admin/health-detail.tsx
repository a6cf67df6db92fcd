/** Measurements behind the health of the installation. */
import type { SystemHealth } from '#contract/views.ts'
import { bytes, figure } from '#web/format/numbers.ts'
import classes from './stat-cards.module.css'

/** Returns the measurements as text; unknown values are a dash. */
function measurements({ lag, queue, disk, quarantined }: SystemHealth): [name: string, value: string, note: string][] {
  return [
    ['Lag', `${figure(lag)} ${lag === 1 ? 'event' : 'events'}`, 'How far the slowest view is behind the log'],
    [
      'Queue',
      queue ? `${figure(queue.waiting)} waiting, ${figure(queue.failed)} failed` : '–',
      queue ? 'Jobs such as mails, detections and forecasts' : 'Not known to this process',
    ],
    [
      'Disk',
      disk ? `${bytes(disk.free)} of ${bytes(disk.total)} free` : '–',
      disk ? 'The disk of the data folder' : 'Not known to this process',
    ],
    [
      'Quarantined',
      `${figure(quarantined)} ${quarantined === 1 ? 'event' : 'events'}`,
      'Events that a view could not take in',
    ],
  ]
}

export function HealthDetail({ id, health }: { id: string; health: SystemHealth }) {
  return (
    <div id={id} className={classes.detail}>
      {health.reasons.length > 0 && (
        <ul className={classes.reasons}>
          {health.reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      <dl className={classes.measurements}>
        {measurements(health).map(([name, value, note]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={classes.value}>{value}</dd>
            <dd className={classes.note}>{note}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
