/** Claims, with a measurement of this installation beside them. */
import { withUnit } from '#web/format/numbers.ts'
import classes from './stats.module.css'
import { useAnsweredMs } from './use-measured.ts'

const claims = [
  { figure: 'Up to 60%', what: 'fuel savings' },
  { figure: '95%', what: 'AI accuracy' },
  { figure: '24/7', what: 'updates' },
  { figure: '30-second', what: 'dashboard refresh cycles' },
  { figure: '99.9%', what: 'uptime' },
]

export function Stats() {
  const answeredMs = useAnsweredMs()
  return (
    <section className={classes.stats} aria-label="In figures">
      <dl className={classes.claims}>
        {claims.map(({ figure, what }) => (
          <div key={what} className={classes.claim}>
            <dt>{what}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
      {answeredMs !== null && (
        <p className={classes.measured}>
          Measured on this installation just now: it answered in {withUnit(answeredMs, 'ms')}.
        </p>
      )}
    </section>
  )
}
