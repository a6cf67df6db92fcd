/** A titled group of fields of the configuration. */
import type { ReactNode } from 'react'
import classes from './configuration.module.css'

export interface SectionProps {
  title: string
  hint?: string
  /** Content beside the title. */
  aside?: ReactNode
  children: ReactNode
}

export function Section({ title, hint, aside, children }: SectionProps) {
  return (
    <fieldset>
      <legend className={classes.legend}>{title}</legend>
      {(hint || aside) && (
        <div className={classes.head}>
          <p className={classes.hint}>{hint}</p>
          {aside}
        </div>
      )}
      {children}
    </fieldset>
  )
}
