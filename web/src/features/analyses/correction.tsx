/** Correction of an analysis's boxes, saved as a whole. */
import { Stack } from '@mantine/core'
import { useState } from 'react'
import type { Analysis } from '#contract/views.ts'
import { commandFailureReason } from '#web/lib/api/api.ts'
import { useUnsaved } from '#web/lib/hooks/forms.ts'
import { DialogFoot } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { useCommand } from '#web/ui/use-command.tsx'
import classes from './analyses.module.css'
import { useCorrectAnalysisMutation } from './calls.ts'
import { BoxEditorStage, BoxEditorTools, type PhotoProps } from './editor/box-editor.tsx'
import { areSameBoxes } from './editor/boxes.ts'
import { useBoxEditor } from './editor/use-box-editor.ts'
import { AnalysisFindings } from './findings.tsx'
import { ErrorNotice } from './notice.tsx'
import { shownFindings } from './shown-findings.ts'

const FAILED = 'The correction was not saved'
const CHANGED = 'Each box now counts wholly as the material that it is marked with.'

export interface CorrectionProps {
  analysis: Analysis
  photo: PhotoProps
  end(): void
  setBusy(busy: boolean): void
}

export function Correction({ analysis, photo, end, setBusy }: CorrectionProps) {
  // Another user's correction must not replace this draft; the server refuses the outdated one.
  const [before] = useState(analysis)
  const { id, corrections, boxes = [] } = before
  const editor = useBoxEditor(boxes)
  const { pending, send } = useCommand('analyses')
  const [correct] = useCorrectAnalysisMutation()
  const [why, setWhy] = useState<string>()
  const changed = !areSameBoxes(boxes, editor.boxes)
  useUnsaved(changed)

  async function save() {
    setWhy(undefined)
    setBusy(true)
    const body = { corrections, boxes: editor.boxes.map(({ confidence: _, ...box }) => box) }
    try {
      const done = await send({ id, ...body }, (key) => correct({ id, body, key }).unwrap())
      if (!done) return
      toast('success', 'Corrected', 'What lies there counts as you marked it.')
      end()
    } catch (refused) {
      setWhy(commandFailureReason(refused) || FAILED)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Stack gap="md">
      <BoxEditorStage editor={editor} {...photo} />
      <BoxEditorTools editor={editor} />
      <AnalysisFindings found={shownFindings(before, editor.boxes)} />
      {changed && <p className={classes.weight}>{CHANGED}</p>}
      {why && <ErrorNotice title={FAILED} text={why} />}
      <DialogFoot act="Save correction" onAct={save} close={end} pending={pending} disabled={!changed} />
    </Stack>
  )
}
