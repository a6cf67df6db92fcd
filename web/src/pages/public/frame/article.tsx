/** Frame of a public text page. */
import type { ReactNode } from 'react'
import { useTitle } from '#web/lib/hooks/page.ts'
import classes from './article.module.css'
import { PublicFrame } from './public-frame.tsx'

export function Article({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  useTitle(title)
  return (
    <PublicFrame>
      <article className={classes.article}>
        <h1>{title}</h1>
        <p className={classes.lead}>{lead}</p>
        {children}
      </article>
    </PublicFrame>
  )
}
