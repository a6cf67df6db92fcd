/** A titled card: the one frame that everything on a dashboard sits in. */
import { type ReactNode, useId } from 'react'
import classes from './panel.module.css'

export interface PanelProps {
  title: string
  /** Beside the title: a figure, a badge, a control. */
  aside?: ReactNode
  className?: string | undefined
  /** It has no height of its own: what is in it scrolls in the height that the panel is given. */
  scrolls?: boolean
  children: ReactNode
}

export function Panel({ title, aside, className, scrolls, children }: PanelProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={`${classes.panel} ${scrolls ? classes.scrolls : ''} ${className ?? ''}`}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
