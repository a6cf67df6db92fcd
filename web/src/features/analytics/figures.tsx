/** Figures in a row, each with its name and what it is made of. */
import { Skeleton } from '@mantine/core'
import classes from './analytics.module.css'

export interface Figure {
  name: string
  /** With its unit; undefined while it is loading. */
  value: string | undefined
  note: string
}

export function Figures({ label, figures }: { label: string; figures: readonly Figure[] }) {
  return (
    <dl className={classes.figures} aria-label={label}>
      {figures.map(({ name, value, note }) => (
        <div key={name} className={classes.figure}>
          <dt>{name}</dt>
          <dd className={classes.value}>{value ?? <Skeleton height={32} width={96} />}</dd>
          <dd className={classes.note}>{note}</dd>
        </div>
      ))}
    </dl>
  )
}
