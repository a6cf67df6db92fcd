/** Head of a page: title, page-wide badges and actions. */
import type { ReactNode } from 'react'
import classes from './page-head.module.css'

export interface PageHeadProps {
  title: string
  /** Sentence below the title. */
  lead?: string
  /** On a phone the title has its own line. */
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
