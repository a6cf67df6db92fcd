/** Track record: accuracy of earlier forecasts beside a simple baseline. */
import type { TrackRecord as Record } from '#contract/views.ts'
import { Panel } from '#web/components/panel.tsx'
import { useScroller } from '#web/hooks/scroller.ts'
import { hasRecord, percentOf } from './forecast-words.ts'
import classes from './forecasts.module.css'

const SPANS = [
  ['Last 30 days', 'last_30_days'],
  ['Last 90 days', 'last_90_days'],
] as const

export function TrackRecord({ of, scored }: { of: string; scored: Record }) {
  const scroller = useScroller<HTMLDivElement>()
  return (
    <Panel title="Track Record">
      {hasRecord(scored) ? (
        <div {...scroller} className={classes.scroll}>
          <table className={classes.record} aria-label={`Track record of ${of}`}>
            <thead>
              <tr>
                <th scope="col">{of}</th>
                <th scope="col">Days scored</th>
                <th scope="col">Error</th>
                <th scope="col">Weekday mean</th>
                <th scope="col">In interval</th>
              </tr>
            </thead>
            <tbody>
              {SPANS.map(([name, span]) => (
                <tr key={span}>
                  <th scope="row">{name}</th>
                  <td>{scored[span].days}</td>
                  <td>{percentOf(scored[span].error)}</td>
                  <td>{percentOf(scored[span].weekday_mean_error)}</td>
                  <td>{percentOf(scored[span].coverage)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <p className={classes.note}>
          No day has been scored yet. As soon as a day is over of which there was a forecast, what came stands here
          beside it.
        </p>
      )}
      <p className={classes.note}>
        Error: the sum of what forecasts were off, in percent of all that came. Weekday mean: the same, had the mean of
        the last four such weekdays been the forecast. The interval is to hold 80 % of the days.
      </p>
    </Panel>
  )
}
