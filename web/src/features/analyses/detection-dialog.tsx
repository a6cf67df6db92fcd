/** Image-based Waste Detection: a photo is chosen, looked at, put right, and made the site's composition. */
import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { Analysis } from '#contract/views.ts'
import { Dialog } from '#web/components/dialog.tsx'
import type { DialogState } from '#web/components/lazy-dialog.tsx'
import { LoadingPage } from '#web/components/loading-page.tsx'
import { useRoom } from '#web/feed/use-room.ts'
import { AnalysisView } from './analysis-view.tsx'
import { NewAnalysis } from './new-analysis.tsx'

export interface UpdateProps {
  analysis: Analysis
  close(): void
  setBusy(busy: boolean): void
}

export interface DetectionDialogProps extends DialogState {
  /** The analysis that it shows; a new one where none is named. */
  analysisId: string | undefined
  /** The photo that a new one begins with. */
  photo: File | undefined
  /** The form that makes of an analysis what its site holds. */
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
  const { rows } = useRoom('analyses')
  if (!shown) return <NewAnalysis first={photo} began={show} setBusy={setBusy} />
  const analysis = rows.find(({ id }) => id === shown)
  if (!analysis) return <LoadingPage />
  return (
    <>
      <Button
        variant="subtle"
        mih={44}
        mb="xs"
        leftSection={<IconArrowLeft size={16} aria-hidden="true" />}
        onClick={() => show(undefined)}
      >
        Another photo
      </Button>
      <AnalysisView key={shown} analysis={analysis} update={update({ analysis, close, setBusy })} setBusy={setBusy} />
    </>
  )
}
