/** A titled card: the one frame that everything on a dashboard sits in. */
import { type ReactNode, type Ref, useId } from 'react'
import classes from './panel.module.css'

export interface PanelProps {
  title: string
  /** Beside the title: a figure, a badge, a control. */
  aside?: ReactNode
  className?: string | undefined
  ref?: Ref<HTMLElement>
  /** What belongs here is still to come. */
  busy?: boolean
  children: ReactNode
}

export function Panel({ title, aside, className, ref, busy, children }: PanelProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} aria-busy={busy} ref={ref} className={`${classes.panel} ${className ?? ''}`}>
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
