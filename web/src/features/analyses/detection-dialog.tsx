/** Image-based Waste Detection: choose a photo, analyse and correct it, and update the site's composition. */
import '@mantine/core/styles/SegmentedControl.layer.css'
import { NativeSelect, SegmentedControl, Stack } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import type { Analysis } from '#contract/views.ts'
import { commandFailureReason, failureText } from '#web/lib/api/api.ts'
import { useUploadPictureMutation } from '#web/lib/api/pictures.tsx'
import { useRoom } from '#web/lib/feed/use-room.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import type { DialogState } from '#web/ui/lazy-panel.tsx'
import { ErrorState, LoadingPage } from '#web/ui/states.tsx'
import { CommandButton, useCommand } from '#web/ui/use-command.tsx'
import classes from './analyses.module.css'
import { AnalysisView } from './analysis-view.tsx'
import { FAILED, METHOD_LABELS } from './analysis-words.ts'
import { useAnalysisQuery, useRequestAnalysisMutation } from './calls.ts'
import { ErrorNotice } from './notice.tsx'
import { PhotoChoice } from './photo-choice.tsx'

interface NewAnalysisProps {
  /** Initial photo. */
  first: File | undefined
  /** Receives the id of the requested analysis. */
  began(id: string): void
  setBusy(busy: boolean): void
}

const METHODS = (['yolo', 'llm'] as const).map((value) => ({ value, label: METHOD_LABELS[value] }))

function NewAnalysis({ first, began, setBusy }: NewAnalysisProps) {
  const { rows: sites } = useRoom('sites')
  const [site, setSite] = useState('')
  const [method, setMethod] = useState<'yolo' | 'llm'>('yolo')
  const [photo, setPhoto] = useState(first)
  const [why, setWhy] = useState<string>()
  const { pending, send } = useCommand('analyses')
  const [upload, { isLoading: sending }] = useUploadPictureMutation()
  const [request] = useRequestAnalysisMutation()
  const busy = pending || sending

  async function analyse() {
    if (!site || !photo) {
      return setWhy(site ? 'Please select an image file.' : 'Please select a dumping site.')
    }
    setWhy(undefined)
    setBusy(true)
    try {
      const { picture } = await upload({ file: photo }).unwrap()
      const body = { picture, siteId: site, method }
      const done = await send(body, (key) => request({ body, key }).unwrap())
      if (done) began(done.analysis.id)
    } catch (refused) {
      setWhy(commandFailureReason(refused) || FAILED)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Stack gap="md">
      <NativeSelect
        label="Dumping site"
        size="md"
        disabled={busy}
        data={[
          { value: '', label: 'Please select a dumping site' },
          ...sites.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={site}
        onChange={({ currentTarget }) => setSite(currentTarget.value)}
        data-autofocus
      />
      <PhotoChoice photo={photo} take={setPhoto} disabled={busy} />
      <SegmentedControl
        fullWidth
        size="md"
        disabled={busy}
        aria-label="Detection method"
        classNames={{ label: classes.method }}
        data={METHODS}
        value={method}
        onChange={(value) => setMethod(value as 'yolo' | 'llm')}
      />
      {why && <ErrorNotice title={FAILED} text={why} />}
      <CommandButton size="md" mih={48} loading={busy} onClick={() => void analyse()}>
        {busy ? 'Sending the photo...' : 'Analyse'}
      </CommandButton>
    </Stack>
  )
}

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
