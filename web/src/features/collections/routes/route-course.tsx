/** Timeline of a route: past steps filled, expected ones hollow. */
import type { Schedule } from '#contract/views.ts'
import { exactTime } from '#web/format/times.ts'
import { courseOf } from './course.ts'
import classes from './route-details.module.css'

export function RouteCourse({ route }: { route: Schedule }) {
  return (
    <section aria-labelledby="course">
      <h3 id="course" className={classes.heading}>
        Timeline
      </h3>
      <ol className={classes.course}>
        {courseOf(route).map(({ title, at, expected, note }) => (
          <li key={title} className={classes.step} data-expected={expected || undefined}>
            <span className={classes.stepTitle}>
              {title}
              {expected && ' (expected)'}
              {note && <span className={classes.note}> · {note}</span>}
            </span>
            <time dateTime={at} className={classes.note}>
              {exactTime(at)}
            </time>
          </li>
        ))}
      </ol>
    </section>
  )
}
