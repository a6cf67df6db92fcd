/** Panels and dialogs that load when somebody needs them. */
import { t } from '@lingui/core/macro'
import { Skeleton } from '@mantine/core'
import { type ComponentType, type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { loadWithStyles } from './lazy.ts'
import { Panel } from './page.tsx'
import { ErrorBoundary, ErrorState } from './states.tsx'
import { toast } from './toasts.tsx'

interface DeferredProps {
  /** Approximate height in px, of each part if several are side by side. */
  height: number
  /** Grid of several parts. */
  grid?: { className: string | undefined; parts: readonly string[] }
  /** Lazily loaded components. */
  children: ReactNode
}

const LoadFailure = () => (
  <ErrorState message={t`This part could not be loaded.`} retry={() => window.location.reload()} />
)

/** Contains load and render errors, so that the rest of the screen stays. */
export function Deferred({ height, grid, children }: DeferredProps) {
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

/** Distance from the viewport at which the panel loads. */
const PRELOAD_MARGIN = '200px'

interface LazyPanelProps {
  title: string
  className?: string | undefined
  /** Approximate height of the content in px. */
  height: number
  /** The panel with lazily loaded components; empty until its data exists. */
  children: ReactNode
}

/** A panel that loads shortly before it scrolls into view; a titled placeholder reserves its space. */
export function LazyPanel({ title, className, height, children }: LazyPanelProps) {
  const place = useRef<HTMLElement>(null)
  const near = useNearViewport(place)
  const space = (
    <Panel title={title} className={className} ref={place} busy>
      <Skeleton height={height} />
    </Panel>
  )
  if (!near || !children) return space
  // A failed part must not remove the rest of the screen.
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

/** Returns true once the element has come near the viewport. */
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

/** Renders a dialog from its first opening on, so that its closing can animate. */
export function LazyDialog<P extends DialogState>({ load, props }: LazyDialogProps<P>) {
  const [Loaded, setLoaded] = useState<ComponentType<P> | null>(null)
  const [drawn, setDrawn] = useState(false)
  const { opened, close } = props
  // `close` is another function on every render.
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
  // Renders closed first: a dialog that mounts open does not know the previous focus.
  useEffect(() => setDrawn(Loaded !== null), [Loaded])
  return Loaded && <Loaded {...props} opened={opened && drawn} />
}

/** Returns handlers that preload a dialog when the pointer or focus reaches its opener. */
export function preloadHandlers<P>(load: Load<P>) {
  // The dialog reports a failure when it opens and loads again.
  const prefetch = () => void loadWithStyles(load).catch(() => undefined)
  return { onPointerEnter: prefetch, onPointerDown: prefetch, onFocus: prefetch }
}
