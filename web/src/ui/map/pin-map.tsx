/**
 * A small map with a pin in its centre.
 * It shows a place, or lets the user choose one by moving the map.
 * Also exports the URL of the installation's map style.
 */

import { Trans } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { urlOf } from '#web/lib/api/request.ts'
import { loadWithRetry, loadWithStyles } from '../lazy.ts'
import { ErrorBoundary } from '../states.tsx'
import type { PinCanvasProps } from './pin-canvas.tsx'
import classes from './pin-map.module.css'

const loadPinCanvas = () => import('./pin-canvas.tsx')

/** Loads the map component with the first map shown, because the map library is large. */
const LazyPinCanvas = lazy(async () => {
  const [{ PinCanvas }, styleUrl] = await Promise.all([
    loadWithRetry(() => loadWithStyles(loadPinCanvas)),
    getMapStyleUrl(),
  ])
  return { default: (props: Omit<PinCanvasProps, 'styleUrl'>) => <PinCanvas {...props} styleUrl={styleUrl} /> }
})

type PinMapProps = Omit<PinCanvasProps, 'styleUrl' | 'failed'>

export function PinMap(props: PinMapProps) {
  const [isUndrawn, setUndrawn] = useState(false)
  const undrawn = (
    <p className={classes.note}>
      <Trans>This browser can’t draw the map.</Trans>
    </p>
  )
  if (isUndrawn) return undrawn
  return (
    <ErrorBoundary instead={undrawn}>
      <div className={classes.frame}>
        <Suspense fallback={<Skeleton height="100%" />}>
          <LazyPinCanvas {...props} failed={() => setUndrawn(true)} />
        </Suspense>
      </div>
    </ErrorBoundary>
  )
}

/**
 * Returns the URL of the installation's map style.
 * Returns undefined without one or without a server response.
 */
export async function getMapStyleUrl(): Promise<string | undefined> {
  // If the server does not respond, the map shows no streets, as if no map style were configured.
  const answer = await fetch(urlOf('city')).catch(() => undefined)
  if (!answer?.ok) return undefined
  return ((await answer.json()) as { mapStyleUrl?: string }).mapStyleUrl
}
