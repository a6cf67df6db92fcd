/** The place of what is loaded after the figures stand: kept free until it is there. */
import { Skeleton } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'
import { ErrorBoundary } from './error-boundary.tsx'
import { ErrorState } from './states.tsx'

export interface LaterProps {
  /** px that it is going to take, about; of each, where it is several beside each other. */
  height: number
  /** Of the grid that several stand in. */
  grid?: { className: string | undefined; parts: readonly string[] }
  /** Of components that are loaded lazily. */
  children: ReactNode
}

const failed = <ErrorState message="This part could not be loaded." retry={() => window.location.reload()} />

/** A part that can't be fetched or drawn does not take the rest of its screen away. */
export function Later({ height, grid, children }: LaterProps) {
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
