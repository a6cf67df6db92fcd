/** Image-based Waste Detection: analyses and corrects a photo, updates the site. */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { Button, NativeSelect, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconCamera, IconPhotoPlus } from '@tabler/icons-react'
import { type ChangeEvent, type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Analysis } from '#contract/views.ts'
import { commandFailureReasonOf, failureTextOf } from '#web/lib/api/api.ts'
import { useUploadPictureMutation } from '#web/lib/api/pictures.tsx'
import { useRoom } from '#web/lib/feed/use-room.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import type { DialogState } from '#web/ui/page.tsx'
import { ErrorState, LoadingPage } from '#web/ui/states.tsx'
import { CommandButton, useCommand } from '#web/ui/use-command.tsx'
import classes from './analyses.module.css'
import {
  findDroppedPhoto,
  getAnalysisMethodLabels,
  getDetectionFailureText,
  photoFileErrorOf,
  useAnalysisQuery,
  useRequestAnalysisMutation,
} from './analysis.ts'
import { AnalysisView, ErrorNotice } from './analysis-view.tsx'

interface NewAnalysisProps {
  /** Photo that is selected at first, if any. */
  first: File | undefined
  /** Called with the id of the requested analysis. */
  began(id: string): void
  setBusy(busy: boolean): void
}

const methods = () => {
  const labels = getAnalysisMethodLabels()
  return (['yolo', 'llm'] as const).map((value) => ({ value, label: labels[value] }))
}

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
      return setWhy(site ? t`Please select an image file.` : t`Please select a dumping site.`)
    }
    setWhy(undefined)
    setBusy(true)
    try {
      const { picture } = await upload({ file: photo }).unwrap()
      const body = { picture, siteId: site, method }
      const done = await send(body, (key) => request({ body, key }).unwrap())
      if (done) began(done.analysis.id)
    } catch (refused) {
      setWhy(commandFailureReasonOf(refused) || getDetectionFailureText())
    } finally {
      setBusy(false)
    }
  }

  return (
    <Stack gap="md">
      <NativeSelect
        label={t`Dumping site`}
        size="md"
        disabled={busy}
        data={[
          { value: '', label: t`Please select a dumping site` },
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
        aria-label={t`Detection method`}
        classNames={{ label: classes.method }}
        data={methods()}
        value={method}
        onChange={(value) => setMethod(value as 'yolo' | 'llm')}
      />
      {why && <ErrorNotice title={getDetectionFailureText()} text={why} />}
      <CommandButton size="md" mih={48} loading={busy} onClick={() => void analyse()}>
        {busy ? t`Sending the photo...` : t`Analyse photo`}
      </CommandButton>
    </Stack>
  )
}

const AGAIN_MS = 2_000

export interface SiteUpdateProps {
  analysis: Analysis
  close(): void
  setBusy(busy: boolean): void
}

interface DetectionDialogProps extends DialogState {
  /** The analysis to show; undefined to start a new one. */
  analysisId: string | undefined
  /** Photo of a new analysis; undefined if none was chosen yet. */
  photo: File | undefined
  /** Renders the form that updates the site's composition. */
  update(props: SiteUpdateProps): ReactNode
}

export function DetectionDialog({ opened, close, ...content }: DetectionDialogProps) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog title={t`Image-based Waste Detection`} size="xl" opened={opened} close={close} busy={busy}>
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
 * Returns the latest state of an analysis.
 * Recent analyses come through the live feed, older ones by polling.
 * Until a newer state arrives, the last known state stays visible.
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
    error: asked.error && failureTextOf(asked.error, t`Failed to load analyses`),
    retry: () => void asked.refetch(),
  }
}

interface PhotoChoiceProps {
  photo: File | undefined
  take(photo: File): void
  disabled?: boolean
}

/** Photo input: file, drop, paste, or a phone's camera. */
function PhotoChoice({ photo, take, disabled = false }: PhotoChoiceProps) {
  const [files, camera] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)]
  const [refused, setRefused] = useState<string>()
  const [over, setOver] = useState(false)
  const shown = useShown(photo)

  function choose(file: File | undefined) {
    if (disabled || !file) return
    const why = photoFileErrorOf(file)
    setRefused(why)
    if (!why) take(file)
  }
  function onChange({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    choose(currentTarget.files?.[0])
    // Resets the input, so the same photo can be chosen after a failure.
    currentTarget.value = ''
  }
  function onDrop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    choose(findDroppedPhoto(event.dataTransfer))
  }

  return (
    <section
      className={classes.drop}
      data-over={over || undefined}
      aria-label={t`Photo`}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      onPaste={(event) => choose(findDroppedPhoto(event.clipboardData))}
    >
      {shown && <img className={classes.preview} src={shown} alt={t`Chosen photo: ${{ file: photo?.name ?? '' }}`} />}
      <div className={classes.choose}>
        <input ref={files} type="file" hidden accept="image/*" aria-label={t`Photo to analyse`} onChange={onChange} />
        <input
          ref={camera}
          type="file"
          hidden
          accept="image/*"
          capture="environment"
          aria-label={t`Photo from the camera`}
          onChange={onChange}
        />
        <Button
          variant="default"
          disabled={disabled}
          leftSection={<IconPhotoPlus size={18} aria-hidden="true" />}
          onClick={() => files.current?.click()}
        >
          {photo ? t`Choose another photo` : t`Choose a photo`}
        </Button>
        <Button
          className={classes.camera}
          variant="default"
          disabled={disabled}
          leftSection={<IconCamera size={18} aria-hidden="true" />}
          onClick={() => camera.current?.click()}
        >
          <Trans>Take a photo</Trans>
        </Button>
        <Text size="xs" c="dimmed" className={classes.hint}>
          <Trans>You can also drop or paste a photo here, up to 10 MB.</Trans>
        </Text>
      </div>
      {refused && (
        <Text role="alert" size="sm" c="var(--mantine-color-error)">
          {refused}
        </Text>
      )}
    </section>
  )
}

/** Returns an object URL of the chosen file. */
function useShown(photo: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!photo) return setUrl(undefined)
    const made = URL.createObjectURL(photo)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [photo])
  return url
}
