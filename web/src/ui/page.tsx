/** Parts of a page: header, panels, and tips. */

import { useMergedRef } from '@mantine/hooks'
import type { Icon } from '@tabler/icons-react'
import { type ReactNode, type Ref, useId } from 'react'
import { FreezeRegionContext, useFreezeRegion } from '#web/lib/hooks/frozen-rows.ts'
import { useKeyboardScrollable } from '#web/lib/hooks/scroller.ts'
import classes from './page.module.css'

interface PageHeadProps {
  title: string
  /** Sentence below the title. */
  lead?: string
  /** True if the title has a line of its own on a phone. */
  titleAlone?: boolean
  children: ReactNode
}

/** Header of a page: title, badges and buttons for the whole page. */
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

interface PanelProps {
  title: string
  /** Figure, badge or control that is shown beside the title. */
  aside?: ReactNode
  className?: string | undefined
  ref?: Ref<HTMLElement>
  /** True if the content scrolls inside a height that the layout sets. */
  scrolls?: boolean
  /** True while the content loads. */
  busy?: boolean
  children: ReactNode
}

/** A card with a title. It frames all content on dashboards. While the user interacts with it, its rows are frozen. */
export function Panel({ title, aside, className, ref, scrolls, busy, children }: PanelProps) {
  const id = useId()
  const { value, region, place } = useFreezeRegion()
  const whole = useMergedRef(ref, region)
  const classNames = `${classes.panel} ${scrolls ? classes.scrolls : ''} ${className ?? ''}`
  return (
    <section aria-labelledby={id} aria-busy={busy} ref={whole} className={classNames}>
      <div className={classes.panelHead}>
        <h2 id={id} className={classes.panelTitle}>
          {title}
        </h2>
        <span className={classes.news} aria-live="polite" ref={place} />
        {aside}
      </div>
      <FreezeRegionContext value={value}>{children}</FreezeRegionContext>
    </section>
  )
}

/** Content of a panel with `scrolls`. The content scrolls. */
export function PanelContent({ children }: { children: ReactNode }) {
  const scroller = useKeyboardScrollable<HTMLDivElement>()
  return (
    <div {...scroller} className={classes.content}>
      {children}
    </div>
  )
}

/**
 * List in a panel with `scrolls`, without padding.
 * If the list overflows, it can have the focus, so that keys scroll it.
 */
export function PanelRows({ children }: { children: ReactNode }) {
  const scroller = useKeyboardScrollable<HTMLUListElement>()
  return (
    <ul {...scroller} className={classes.rows}>
      {children}
    </ul>
  )
}

interface AdviceProps {
  pieces: readonly { icon: Icon; title: string; text: string }[]
}

/** Tips whose text never changes: items side by side, each with icon, title and sentence. */
export function Advice({ pieces }: AdviceProps) {
  return (
    <ul className={classes.advice}>
      {pieces.map(({ icon: Icon, title, text }) => (
        <li key={title} className={classes.piece}>
          <Icon size={22} stroke={1.6} aria-hidden="true" />
          <div>
            <h3 className={classes.adviceTitle}>{title}</h3>
            <p className={classes.text}>{text}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
