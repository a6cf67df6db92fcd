/** A panel that is fetched and drawn when it is about to come into sight; until then its place says what it will be. */
import { Skeleton } from '@mantine/core'
import { type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { ErrorBoundary } from './error-boundary.tsx'
import { Panel } from './panel.tsx'
import { ErrorState } from './states.tsx'

/** How far from the screen it is fetched already. */
const AHEAD = '200px'

export interface PanelInSightProps {
  title: string
  className?: string | undefined
  /** px that its content is going to take, about. */
  height: number
  /** The whole panel, of components that are loaded lazily; its place stays while there is none yet. */
  children: ReactNode
}

export function PanelInSight({ title, className, height, children }: PanelInSightProps) {
  const place = useRef<HTMLElement>(null)
  const near = useNear(place)
  const space = (
    <Panel title={title} className={className} ref={place} busy>
      <Skeleton height={height} />
    </Panel>
  )
  if (!near || !children) return space
  // A part that can't be fetched or drawn must not take the rest of its screen away.
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

/** True from the moment on at which the element has come near the screen. */
function useNear(place: RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (near || !place.current) return
    const come = (entries: IntersectionObserverEntry[]) => setNear(entries.some((entry) => entry.isIntersecting))
    const observer = new IntersectionObserver(come, { rootMargin: AHEAD })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [place, near])
  return near
}
