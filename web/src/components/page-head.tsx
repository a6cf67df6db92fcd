/** The head of a page: its title, and beside it what is true of all of it and what can be done on it. */
import type { ReactNode } from 'react'
import classes from './page-head.module.css'

export interface PageHeadProps {
  title: string
  /** A sentence below the title. */
  lead?: string
  /** On a phone the title has a line of its own, above everything beside it. */
  titleAlone?: boolean
  children: ReactNode
}

export function PageHead({ title, lead, titleAlone, children }: PageHeadProps) {
  return (
    <div className={classes.head}>
      <div className={classes.titles} data-alone={titleAlone}>
        <h1 className={classes.title}>{title}</h1>
        {lead && <p className={classes.lead}>{lead}</p>}
      </div>
      {children}
    </div>
  )
}
