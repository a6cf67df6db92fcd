/** Form of a new analysis: site, photo and method. */
import { CommandButton } from '#web/components/command-button.tsx'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { NativeSelect, SegmentedControl, Stack } from '@mantine/core'
import { useState } from 'react'
import { reasonOf } from '#web/calls/api.ts'
import { useUploadPictureMutation } from '#web/calls/pictures.ts'
import { useCommand } from '#web/feed/use-command.ts'
import { useRoom } from '#web/feed/use-room.ts'
import classes from './analyses.module.css'
import { FAILED, METHOD_LABELS } from './analysis-words.ts'
import { useRequestAnalysisMutation } from './calls.ts'
import { Notice } from './notice.tsx'
import { PhotoChoice } from './photo-choice.tsx'

export interface NewAnalysisProps {
  /** Initial photo. */
  first: File | undefined
  /** Receives the id of the requested analysis. */
  began(id: string): void
  setBusy(busy: boolean): void
}

const METHODS = (['yolo', 'llm'] as const).map((value) => ({ value, label: METHOD_LABELS[value] }))

export function NewAnalysis({ first, began, setBusy }: NewAnalysisProps) {
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
      setWhy(reasonOf(refused) || FAILED)
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
      {why && <Notice title={FAILED} text={why} />}
      <CommandButton size="md" mih={48} loading={busy} onClick={() => void analyse()}>
        {busy ? 'Sending the photo...' : 'Analyse'}
      </CommandButton>
    </Stack>
  )
}
