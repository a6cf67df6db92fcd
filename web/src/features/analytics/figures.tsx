/** A row of figures with name, explanation, comparison and development. */
import { Skeleton } from '@mantine/core'
import { Sparkline } from '#web/ui/charts/sparkline.tsx'
import classes from './analytics.module.css'

export interface Figure {
  name: string
  /** With its unit; undefined while loading. */
  value: string | undefined
  note: string
  /** Comparison text; null while loading, undefined without an earlier period. */
  against?: string | null
  /** Daily values; null while loading, undefined without any. */
  course?: readonly (number | null)[] | null
}

export function Figures({ label, figures }: { label: string; figures: readonly Figure[] }) {
  return (
    <dl className={classes.figures} aria-label={label}>
      {figures.map(({ name, value, note, against, course }) => (
        <div key={name} className={classes.figure}>
          <dt>{name}</dt>
          <dd className={classes.value}>{value ?? <Skeleton height={32} width={96} />}</dd>
          <dd className={classes.note}>{note}</dd>
          {against !== undefined && <dd className={classes.against}>{against}</dd>}
          {course !== undefined && (
            <dd>
              <Sparkline values={course ?? []} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}
