/** A titled card: the one frame that everything on a dashboard sits in, and the region in which its rows are held. */
import { useMergedRef } from '@mantine/hooks'
import { type ReactNode, type Ref, useId } from 'react'
import { RegionContext, useRegion } from '#web/hooks/region.ts'
import { useScroller } from '#web/hooks/scroller.ts'
import classes from './panel.module.css'

export interface PanelProps {
  title: string
  /** Beside the title: a figure, a badge, a control. */
  aside?: ReactNode
  className?: string | undefined
  ref?: Ref<HTMLElement>
  /** It has no height of its own: what is in it scrolls in the height that the panel is given. */
  scrolls?: boolean
  /** What belongs here is still to come. */
  busy?: boolean
  children: ReactNode
}

export function Panel({ title, aside, className, ref, scrolls, busy, children }: PanelProps) {
  const id = useId()
  const { value, region, place } = useRegion()
  const whole = useMergedRef(ref, region)
  const classNames = `${classes.panel} ${scrolls ? classes.scrolls : ''} ${className ?? ''}`
  return (
    <section aria-labelledby={id} aria-busy={busy} ref={whole} className={classNames}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        <span className={classes.news} aria-live="polite" ref={place} />
        {aside}
      </div>
      <RegionContext value={value}>{children}</RegionContext>
    </section>
  )
}

/** What scrolls in a panel that `scrolls`. */
export function PanelContent({ children }: { children: ReactNode }) {
  const scroller = useScroller<HTMLDivElement>()
  return (
    <div {...scroller} className={classes.content}>
      {children}
    </div>
  )
}

/** Rows that scroll in a panel that `scrolls`, from edge to edge of it; with keys, too, where there is more than is shown. */
export function PanelRows({ children }: { children: ReactNode }) {
  const scroller = useScroller<HTMLUListElement>()
  return (
    <ul {...scroller} className={classes.rows}>
      {children}
    </ul>
  )
}
