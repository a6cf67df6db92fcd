/** The head of a page: its title, and beside it what is true of all of it and what can be done on it. */
import type { ReactNode } from 'react'
import classes from './page-head.module.css'

export interface PageHeadProps {
  title: string
  /** A sentence below the title. */
  lead?: string
  /** Of the title with its sentence. */
  className?: string
  children: ReactNode
}

export function PageHead({ title, lead, className, children }: PageHeadProps) {
  return (
    <div className={classes.head}>
      <div className={`${classes.titles} ${className ?? ''}`}>
        <h1 className={classes.title}>{title}</h1>
        {lead && <p className={classes.lead}>{lead}</p>}
      </div>
      {children}
    </div>
  )
}
