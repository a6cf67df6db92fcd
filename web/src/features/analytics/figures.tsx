/** Figures in a row, each with its name, what it is made of, how it stands against the period before, and its course. */
import { Skeleton } from '@mantine/core'
import { Sparkline } from '#web/charts/sparkline.tsx'
import classes from './analytics.module.css'

export interface Figure {
  name: string
  /** With its unit; undefined while it is loading. */
  value: string | undefined
  note: string
  /** In words; null while it is loading, absent where there is no period before. */
  against?: string | null
  /** By day; null while it is loading, absent where it has no course. */
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
