/** A panel that loads shortly before it scrolls into view; a titled placeholder reserves its space. */
import { Skeleton } from '@mantine/core'
import { type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { ErrorBoundary } from './error-boundary.tsx'
import { Panel } from './panel.tsx'
import { ErrorState } from './states.tsx'

/** Distance from the viewport at which the panel loads. */
const PRELOAD_MARGIN = '200px'

export interface LazyPanelProps {
  title: string
  className?: string | undefined
  /** Approximate height of the content in px. */
  height: number
  /** The panel with lazily loaded components; empty until its data exists. */
  children: ReactNode
}

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
      <ErrorState message="This part could not be loaded." retry={() => window.location.reload()} />
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
