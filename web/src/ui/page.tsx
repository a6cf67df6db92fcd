/** Parts of a page: header, panels, scrolling content, tips, lazy panels and dialogs. */

import { t } from '@lingui/core/macro'
import { Skeleton } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import type { Icon } from '@tabler/icons-react'
import {
  type ComponentType,
  type ReactNode,
  type Ref,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { FreezeRegionContext, useFreezeRegion } from '#web/lib/hooks/frozen-rows.ts'
import { loadWithStyles } from './lazy.ts'
import classes from './page.module.css'
import { ErrorBoundary, ErrorState } from './states.tsx'
import { showToast } from './toasts.tsx'

interface PageHeadProps {
  title: string
  /** Sentence below the title. */
  lead?: string
  /** True if the title has its own line on a phone. */
  titleAlone?: boolean
  children: ReactNode
}

/** Header of a page: title, badges, and buttons for the page. */
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
  /** True if the panel fits into its layout and its content scrolls. */
  scrolls?: boolean
  /** True while the content loads. */
  busy?: boolean
  children: ReactNode
}

/**
 * A card with a title, for all dashboard content.
 * Its rows freeze while the user interacts with it.
 */
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

/** Scrollable content of a panel that has the prop `scrolls`. */
export function PanelContent({ children }: { children: ReactNode }) {
  const scroller = useKeyboardScrollable<HTMLDivElement>()
  return (
    <div {...scroller} className={classes.content}>
      {children}
    </div>
  )
}

/**
 * List without padding in a panel with `scrolls`.
 * An overflowing list takes the focus, because keys must scroll it.
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

/** List of tips that never change, each with an icon, a title and a sentence. */
export function AdviceList({ pieces }: AdviceProps) {
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

/** Matches elements that can have the focus. */
const CONTROLS =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex]:not([tabindex^="-"])'

/**
 * Returns a scrolling element's props.
 * Tab reaches it only if it overflows and contains no control.
 */
export function useKeyboardScrollable<E extends HTMLElement>() {
  const [isStop, setStop] = useState(false)
  const ref = useCallback((current: E) => {
    const look = () => setStop(overflows(current) && !current.querySelector(CONTROLS))
    const sizes = new ResizeObserver(look)
    const watch = () => {
      sizes.disconnect()
      for (const each of [current, ...current.children]) sizes.observe(each)
    }
    const content = new MutationObserver(watch)
    content.observe(current, { childList: true })
    watch()
    return () => {
      sizes.disconnect()
      content.disconnect()
    }
  }, [])
  return { ref, tabIndex: isStop ? 0 : undefined }
}

const overflows = ({ scrollHeight, clientHeight, scrollWidth, clientWidth }: HTMLElement) =>
  scrollHeight > clientHeight || scrollWidth > clientWidth

// Panels and dialogs whose code loads only when they are needed.

interface DeferredProps {
  /**
   * Approximate height in px.
   * If several parts are side by side, the height of each part.
   */
  height: number
  /** Grid layout, for a page with several parts. */
  grid?: { className: string | undefined; parts: readonly string[] }
  /** Components whose code loads lazily. */
  children: ReactNode
}

const LoadFailure = () => (
  <ErrorState message={t`This part could not be loaded.`} retry={() => window.location.reload()} />
)

/**
 * Renders lazy components.
 * If loading or rendering fails, only this part of the screen shows an error.
 */
export function DeferredContent({ height, grid, children }: DeferredProps) {
  const place = grid ? (
    <div className={grid.className}>
      {grid.parts.map((part) => (
        <Skeleton key={part} height={height} />
      ))}
    </div>
  ) : (
    <Skeleton height={height} />
  )
  return (
    <ErrorBoundary instead={<LoadFailure />}>
      <Suspense fallback={place}>{children}</Suspense>
    </ErrorBoundary>
  )
}

/** Distance from the visible area at which panels start loading. */
const PRELOAD_MARGIN = '200px'

interface LazyPanelProps {
  title: string
  className?: string | undefined
  /** Approximate height of the content in px. */
  height: number
  /** Panel that contains lazy components; empty until its data loads. */
  children: ReactNode
}

/**
 * A panel that loads shortly before it scrolls into view.
 * A placeholder with its title reserves the space.
 */
export function LazyPanel({ title, className, height, children }: LazyPanelProps) {
  const place = useRef<HTMLElement>(null)
  const near = useNearViewport(place)
  const space = (
    <Panel title={title} className={className} ref={place} busy>
      <Skeleton height={height} />
    </Panel>
  )
  if (!near || !children) return space
  // Shown if the panel's data cannot be loaded.
  // The rest of the screen is unaffected.
  const failed = (
    <Panel title={title} className={className}>
      <LoadFailure />
    </Panel>
  )
  return (
    <ErrorBoundary instead={failed}>
      <Suspense fallback={space}>{children}</Suspense>
    </ErrorBoundary>
  )
}

/** Returns whether the element was ever near the visible area. */
function useNearViewport(place: RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (near || !place.current) return
    const come = (entries: IntersectionObserverEntry[]) => setNear(entries.some((entry) => entry.isIntersecting))
    const observer = new IntersectionObserver(come, { rootMargin: PRELOAD_MARGIN })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [place, near])
  return near
}

export interface DialogState {
  opened: boolean
  close(): void
}

type Load<P> = () => Promise<ComponentType<P>>

interface LazyDialogProps<P> {
  /** Loads the dialog's code; must be the same function on every render. */
  load: Load<P>
  props: P
}

/**
 * Renders a dialog once it has been opened.
 * It stays rendered afterwards, so that closing can be animated.
 */
export function LazyDialog<P extends DialogState>({ load, props }: LazyDialogProps<P>) {
  const [Loaded, setLoaded] = useState<ComponentType<P> | null>(null)
  const [drawn, setDrawn] = useState(false)
  const { opened, close } = props
  // Omits `close` from the effect's dependencies, because every render creates a new function.
  useEffect(() => {
    if (!opened || Loaded) return
    loadWithStyles(load).then(
      (component) => setLoaded(() => component),
      () => {
        showToast('error', t`This could not be opened`, t`Check your connection, then try again.`)
        close()
      },
    )
  }, [opened, Loaded, load])
  // Renders the dialog closed at first.
  // A dialog that is open from the start can't return the focus to the button that opened it.
  useEffect(() => setDrawn(Loaded !== null), [Loaded])
  return Loaded && <Loaded {...props} opened={opened && drawn} />
}

/**
 * Returns a button's event handlers.
 * They preload its dialog when the pointer or focus reaches it.
 */
export function createPreloadHandlers<P>(load: Load<P>) {
  // Ignores a failure: when the dialog opens, it loads again and shows the error.
  const prefetch = () => void loadWithStyles(load).catch(() => undefined)
  return { onPointerEnter: prefetch, onPointerDown: prefetch, onFocus: prefetch }
}
