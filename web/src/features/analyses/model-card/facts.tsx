/** Labelled figures, side by side on wide screens. */
import type { ReactNode } from 'react'
import classes from './model-card.module.css'

export const Facts = ({ of }: { of: readonly (readonly [string, ReactNode])[] }) => (
  <dl className={classes.facts}>
    {of.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
