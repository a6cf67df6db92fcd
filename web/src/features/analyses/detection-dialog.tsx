/** Image-based Waste Detection: choose a photo, analyse and correct it, and update the site's composition. */
import { type ReactNode, useRef, useState } from 'react'
import type { Analysis } from '#contract/views.ts'
import { failureText } from '#web/calls/api.ts'
import { Dialog } from '#web/components/dialog.tsx'
import type { DialogState } from '#web/components/lazy-dialog.tsx'
import { LoadingPage } from '#web/components/loading-page.tsx'
import { ErrorState } from '#web/components/states.tsx'
import { useRoom } from '#web/feed/use-room.ts'
import { AnalysisView } from './analysis-view.tsx'
import { useAnalysisQuery } from './calls.ts'
import { NewAnalysis } from './new-analysis.tsx'

const AGAIN_MS = 2_000

export interface UpdateProps {
  analysis: Analysis
  close(): void
  setBusy(busy: boolean): void
}

export interface DetectionDialogProps extends DialogState {
  /** The shown analysis; undefined for a new one. */
  analysisId: string | undefined
  /** Initial photo of a new analysis. */
  photo: File | undefined
  /** Renders the form that updates the site's composition. */
  update(props: UpdateProps): ReactNode
}

export function DetectionDialog({ opened, close, ...content }: DetectionDialogProps) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog title="Image-based Waste Detection" size="xl" opened={opened} close={close} busy={busy}>
      <Content close={close} setBusy={setBusy} {...content} />
    </Dialog>
  )
}

type ContentProps = Omit<DetectionDialogProps, 'opened'> & { setBusy(busy: boolean): void }

function Content({ analysisId, photo, update, close, setBusy }: ContentProps) {
  const [shown, show] = useState(analysisId)
  const { analysis, error, retry } = useAnalysis(shown)
  if (!shown) return <NewAnalysis first={photo} began={show} setBusy={setBusy} />
  if (!analysis) return error ? <ErrorState message={error} retry={retry} /> : <LoadingPage />
  return (
    <AnalysisView
      key={shown}
      analysis={analysis}
      update={update({ analysis, close, setBusy })}
      another={() => show(undefined)}
      setBusy={setBusy}
    />
  )
}

/**
 * Returns an analysis: a recent one through the feed, an older one by polling.
 * The last known state stays visible meanwhile.
 */
function useAnalysis(id: string | undefined) {
  const { rows } = useRoom('analyses')
  const row = rows.find((analysis) => analysis.id === id)
  const asked = useAnalysisQuery(
    { id: id ?? '' },
    { skip: !id || row !== undefined, pollingInterval: AGAIN_MS, refetchOnMountOrArgChange: true },
  )
  const known = useRef<Analysis>(undefined)
  const newest = row ?? asked.currentData?.analysis
  if (newest) known.current = newest
  return {
    analysis: known.current?.id === id ? known.current : undefined,
    error: asked.error && failureText(asked.error, 'Failed to load analyses'),
    retry: () => void asked.refetch(),
  }
}
