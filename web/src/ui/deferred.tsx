/** Boundary of a part that loads after the figures; reserves its space. */
import { Skeleton } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'
import { ErrorBoundary } from './error-boundary.tsx'
import { ErrorState } from './states.tsx'

export interface DeferredProps {
  /** Approximate height in px, of each part if several are side by side. */
  height: number
  /** Grid of several parts. */
  grid?: { className: string | undefined; parts: readonly string[] }
  /** Lazily loaded components. */
  children: ReactNode
}

const failed = <ErrorState message="This part could not be loaded." retry={() => window.location.reload()} />

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
    <ErrorBoundary instead={failed}>
      <Suspense fallback={place}>{children}</Suspense>
    </ErrorBoundary>
  )
}
