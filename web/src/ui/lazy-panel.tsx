/** Panels and dialogs whose code loads only when they are needed. */
import { t } from '@lingui/core/macro'
import { Skeleton } from '@mantine/core'
import { type ComponentType, type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { loadWithStyles } from './lazy.ts'
import { Panel } from './page.tsx'
import { ErrorBoundary, ErrorState } from './states.tsx'
import { toast } from './toasts.tsx'

interface DeferredProps {
  /** Approximate height in px. If there are several parts side by side, the height of each. */
  height: number
  /** Layout of the grid, if there are several parts. */
  grid?: { className: string | undefined; parts: readonly string[] }
  /** Components whose code loads lazily. */
  children: ReactNode
}

const LoadFailure = () => (
  <ErrorState message={t`This part could not be loaded.`} retry={() => window.location.reload()} />
)

/** Renders lazily loaded components. If loading or rendering fails, only this part of the screen shows an error. */
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

/** Distance from the visible area at which a panel starts to load. */
const PRELOAD_MARGIN = '200px'

interface LazyPanelProps {
  title: string
  className?: string | undefined
  /** Approximate height of the content in px. */
  height: number
  /** The panel with its lazily loaded components. Empty until the panel's data has loaded. */
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
  // Shown if loading fails. The rest of the screen is not affected.
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

/** Returns whether the element has been near the visible area at any time. */
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
  /** Loads the dialog's code. It must be the same function on every render. */
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
  // `close` is not a dependency, because it is a new function on every render.
  useEffect(() => {
    if (!opened || Loaded) return
    loadWithStyles(load).then(
      (component) => setLoaded(() => component),
      () => {
        toast('error', t`This could not be opened`, t`Check your connection, then try again.`)
        close()
      },
    )
  }, [opened, Loaded, load])
  // Renders the dialog closed first. A dialog that is open from the start does not know where to return the focus.
  useEffect(() => setDrawn(Loaded !== null), [Loaded])
  return Loaded && <Loaded {...props} opened={opened && drawn} />
}

/**
 * Returns event handlers for a button.
 * They preload the button's dialog when the pointer or focus reaches the button.
 */
export function createPreloadHandlers<P>(load: Load<P>) {
  // A failure is ignored here. When the dialog opens, it loads again and shows the error.
  const prefetch = () => void loadWithStyles(load).catch(() => undefined)
  return { onPointerEnter: prefetch, onPointerDown: prefetch, onFocus: prefetch }
}
