/**
 * A titled card, the frame of all dashboard content.
 * It is also the region that freezes its rows during interaction.
 */
import { useMergedRef } from '@mantine/hooks'
import { type ReactNode, type Ref, useId } from 'react'
import { FreezeRegionContext, useFreezeRegion } from '#web/lib/hooks/region.ts'
import { useScroller } from '#web/lib/hooks/scroller.ts'
import classes from './panel.module.css'

export interface PanelProps {
  title: string
  /** Figure, badge or control beside the title. */
  aside?: ReactNode
  className?: string | undefined
  ref?: Ref<HTMLElement>
  /** The content scrolls within the height that the layout gives the panel. */
  scrolls?: boolean
  /** True while the content loads. */
  busy?: boolean
  children: ReactNode
}

export function Panel({ title, aside, className, ref, scrolls, busy, children }: PanelProps) {
  const id = useId()
  const { value, region, place } = useFreezeRegion()
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
      <FreezeRegionContext value={value}>{children}</FreezeRegionContext>
    </section>
  )
}

/** Scrolling content of a panel with `scrolls`. */
export function PanelContent({ children }: { children: ReactNode }) {
  const scroller = useScroller<HTMLDivElement>()
  return (
    <div {...scroller} className={classes.content}>
      {children}
    </div>
  )
}

/**
 * Scrolling list of a panel with `scrolls`, from edge to edge.
 * An overflowing list takes the focus, so that keys scroll it.
 */
export function PanelRows({ children }: { children: ReactNode }) {
  const scroller = useScroller<HTMLUListElement>()
  return (
    <ul {...scroller} className={classes.rows}>
      {children}
    </ul>
  )
}
