/** A small dispatcher board with figures that are labelled as a sample. */
import { useEffect, useState } from 'react'
import { FIRST_CUSTOMERS } from '#domain/first-zones.ts'
import { withUnit } from '#web/lib/format/numbers.ts'
import classes from './sample-board.module.css'

/** Each beat adds one report; the list shows the latest. */
const BEAT_MS = 3_200
const START = 92
const BEATS = 12
const ROWS = 4
const people = [
  'Abena O.',
  'Kojo A.',
  'Efua D.',
  'Yaw B.',
  'Adwoa M.',
  'Kwesi T.',
  'Ama S.',
  'Nii L.',
  'Esi K.',
  'Fiifi G.',
  'Naa A.',
  'Kofi P.',
]

/** Counts up while the page is visible; stays at zero with reduced motion. */
function useBeat(): number {
  const [beat, setBeat] = useState(0)
  useEffect(() => {
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const timer = setInterval(() => {
      if (!document.hidden) setBeat((now) => (now + 1) % BEATS)
    }, BEAT_MS)
    return () => clearInterval(timer)
  }, [])
  return beat
}

function Zone({ name, reports, of }: { name: string; reports: number; of: number }) {
  const ready = reports >= of
  return (
    <div className={classes.zone}>
      <div className={classes.zoneHead}>
        <span className={classes.zoneName}>{name}</span>
        <span className={classes.state} data-ready={ready || undefined}>
          {ready ? 'Ready' : `${of - reports} to go`}
        </span>
      </div>
      <p className={classes.figure}>
        {reports}
        <span> of {of} bins</span>
      </p>
      <div className={classes.track}>
        <div className={classes.fill} data-ready={ready || undefined} style={{ width: `${(reports / of) * 100}%` }} />
      </div>
    </div>
  )
}

export function SampleBoard() {
  const beat = useBeat()
  const rows = Array.from({ length: ROWS }, (_, age) => {
    const nth = beat - age + people.length
    return { nth, age, name: people[nth % people.length]! }
  })
  return (
    <figure className={classes.board}>
      <figcaption className={classes.head}>
        <span>Operations</span>
        <span className={classes.sample}>Sample figures</span>
      </figcaption>
      <div className={classes.zones}>
        <Zone name="Ablekuma North" reports={START + beat} of={FIRST_CUSTOMERS['Ablekuma North']} />
        <Zone name="Ayawaso West" reports={FIRST_CUSTOMERS['Ayawaso West']} of={FIRST_CUSTOMERS['Ayawaso West']} />
      </div>
      <div className={classes.list}>
        <p className={classes.listTitle}>Active reports</p>
        <ul>
          {rows.map(({ nth, age, name }) => (
            <li key={nth} className={classes.row} data-new={age === 0 || undefined}>
              <span className={classes.dot} />
              <span>{name}</span>
              <span className={classes.where}>Ablekuma North</span>
              <span className={classes.when}>{age === 0 ? 'now' : `${withUnit(age * 3, 's')} ago`}</span>
            </li>
          ))}
        </ul>
      </div>
      <div className={classes.plan}>
        <span>
          <strong>T001</strong> to Ayawaso West, 8.9&nbsp;km to the South Dumping Site
        </span>
        <span className={classes.go}>Send truck</span>
      </div>
    </figure>
  )
}
