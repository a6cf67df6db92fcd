/** One analysis: photo, progress, findings and correction. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Anchor, Button, Group, Loader, Stack, Text } from '@mantine/core'
import { IconArrowLeft, IconPencil } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { Analysis } from '#contract/views.ts'
import { commandFailureReasonOf } from '#web/lib/api/api.ts'
import { materialColorOf, materialLabelOf } from '#web/lib/format/names.ts'
import { formatPercent } from '#web/lib/format/numbers.ts'
import { useUnsavedChanges } from '#web/lib/hooks/forms.ts'
import { useCommandsDisabled } from '#web/lib/hooks/replay-context.ts'
import { DialogFooter } from '#web/ui/dialog.tsx'
import { FigureSourceMark } from '#web/ui/marks.tsx'
import { sortedSharesOf } from '#web/ui/materials/shares.ts'
import { showToast } from '#web/ui/toasts.tsx'
import { useCommand } from '#web/ui/use-command.tsx'
import classes from './analyses.module.css'
import {
  analysisFailureReasonOf,
  describeAnalysisState,
  formatWeightRange,
  getAnalysisMethodLabels,
  getDetectionFailureText,
  isAnalysisUnderWay,
  useCorrectAnalysisMutation,
  useRequestAnalysisMutation,
} from './analysis.ts'
import { BoxEditorCanvas, BoxEditorTools, BoxesOnPhoto, type PhotoProps } from './box-editor.tsx'
import { areSameBoxes, findingsOfBoxes, useBoxEditor } from './boxes.ts'

/**
 * Shows an error with the screen's own `title`.
 * The server's `text` is shown if it adds detail.
 */
export const ErrorNotice = ({ title, text }: { title: string; text: string }) => (
  <Alert color="statusCritical" variant="light" role="alert" title={title}>
    {text !== title && text}
  </Alert>
)

/** Findings of a photo: materials by estimated weight, and the weight range. */
function AnalysisFindings({ found: { composition, weight } }: { found: Pick<Analysis, 'composition' | 'weight'> }) {
  if (!composition)
    return (
      <Text role="status">
        <Trans>No waste was found in this photo. Add boxes, or take another photo.</Trans>
      </Text>
    )
  return (
    <div>
      <ul className={classes.parts} aria-label={t`Composition by estimated weight`}>
        {sortedSharesOf(composition).map(({ material, share }) => (
          <li key={material}>
            <span className={classes.name}>{materialLabelOf(material)}</span>
            <span className={classes.track} aria-hidden="true">
              <span style={{ width: `${share}%`, background: materialColorOf(material) }} />
            </span>
            <span className={classes.amount}>{formatPercent(share)}</span>
          </li>
        ))}
      </ul>
      {weight && (
        <p className={classes.weight}>
          <FigureSourceMark source="estimated" /> <span>{formatWeightRange(weight)}</span>
        </p>
      )}
    </div>
  )
}

const notSaved = () => t`The correction was not saved`

interface CorrectionProps {
  analysis: Analysis
  photo: PhotoProps
  end(): void
  setBusy(busy: boolean): void
}

/** Corrects the boxes of an analysis and saves them together. */
function Correction({ analysis, photo, end, setBusy }: CorrectionProps) {
  // Keeps the analysis as it was at first.
  // Other users' corrections then do not replace the user's input.
  // The server rejects a correction of an outdated analysis.
  const [before] = useState(analysis)
  const { id, corrections, boxes = [] } = before
  const editor = useBoxEditor(boxes)
  const { pending, send } = useCommand('analyses')
  const [correct] = useCorrectAnalysisMutation()
  const [why, setWhy] = useState<string>()
  const changed = !areSameBoxes(boxes, editor.boxes)
  useUnsavedChanges(changed)

  async function save() {
    setWhy(undefined)
    setBusy(true)
    const body = { corrections, boxes: editor.boxes.map(({ confidence: _, ...box }) => box) }
    try {
      const done = await send({ id, ...body }, (key) => correct({ id, body, key }).unwrap())
      if (!done) return
      showToast('success', t`Correction saved`, t`The composition is now calculated from your boxes.`)
      end()
    } catch (refused) {
      setWhy(commandFailureReasonOf(refused) || notSaved())
    } finally {
      setBusy(false)
    }
  }

  return (
    <Stack gap="md">
      <BoxEditorCanvas editor={editor} {...photo} />
      <BoxEditorTools editor={editor} />
      <AnalysisFindings found={findingsOfBoxes(before, editor.boxes)} />
      {changed && (
        <p className={classes.weight}>
          <Trans>Each box now counts only as the material you set.</Trans>
        </p>
      )}
      {why && <ErrorNotice title={notSaved()} text={why} />}
      <DialogFooter act={t`Save correction`} onAct={save} close={end} pending={pending} disabled={!changed} />
    </Stack>
  )
}

interface AnalysisViewProps {
  analysis: Analysis
  /** Form that applies the analysis result, for example as the site's new composition. */
  update: ReactNode
  /** Called to analyse another photo. */
  another(): void
  setBusy(busy: boolean): void
}

const photoOf = ({ picture_url: url, width, height }: Analysis) => ({
  url,
  ratio: width / height,
  alt: t`The analysed photo`,
})

export function AnalysisView({ analysis, update, another, setBusy }: AnalysisViewProps) {
  const [correcting, setCorrecting] = useState(false)
  const off = useCommandsDisabled()
  const { boxes = [], state } = analysis
  return (
    <>
      {correcting && (
        <Correction analysis={analysis} photo={photoOf(analysis)} end={() => setCorrecting(false)} setBusy={setBusy} />
      )}
      {/* The view is hidden and not unmounted, so that typed text survives a correction. */}
      <Stack gap="md" display={correcting ? 'none' : undefined}>
        <Button
          variant="subtle"
          style={{ alignSelf: 'start' }}
          leftSection={<IconArrowLeft size={16} aria-hidden="true" />}
          onClick={another}
          {...off}
        >
          <Trans>Another photo</Trans>
        </Button>
        <BoxesOnPhoto {...photoOf(analysis)} boxes={boxes} />
        {isAnalysisUnderWay(analysis) && <UnderWay analysis={analysis} />}
        {state === 'failed' && <Again analysis={analysis} />}
        {state === 'done' && (
          <>
            <AnalysisFindings found={analysis} />
            <Group justify="space-between" gap="xs">
              <Text size="xs" c="dimmed">
                <span>{getAnalysisMethodLabels()[analysis.method]}</span> · <Model of={analysis} />
                {analysis.corrections > 0 && (
                  <span>
                    {' · '}
                    <Trans>corrected by a person</Trans>
                  </span>
                )}
              </Text>
              <Button
                variant="default"
                leftSection={<IconPencil size={16} aria-hidden="true" />}
                onClick={() => setCorrecting(true)}
                {...off}
              >
                <Trans>Correct the boxes</Trans>
              </Button>
            </Group>
            {update}
          </>
        )}
      </Stack>
    </>
  )
}

/**
 * Names the analysis's method and model.
 * Only the built-in detector has a model card.
 */
function Model({ of: { method, model, version } }: { of: Analysis }) {
  const name = `${model} ${version}`
  if (method !== 'yolo') return <span>{name}</span>
  return (
    <Anchor component={Link} to="/models/waste-detector" inherit underline="always">
      {name}
    </Anchor>
  )
}

function UnderWay({ analysis }: { analysis: Analysis }) {
  return (
    <div className={classes.underWay} role="status">
      <Loader size="sm" aria-hidden="true" />
      <span>{`${describeAnalysisState(analysis)}…`}</span>
      <Text size="xs" c="dimmed">
        <Trans>You can close this dialog. The analysis continues.</Trans>
      </Text>
    </div>
  )
}

/** Shows why an analysis failed, with a button to retry. */
function Again({ analysis }: { analysis: Analysis }) {
  const { pending, send } = useCommand('analyses')
  const off = useCommandsDisabled()
  const [request] = useRequestAnalysisMutation()
  const [why, setWhy] = useState<string>()
  const { picture_url, siteId, method } = analysis
  async function again() {
    setWhy(undefined)
    const body = { picture: picture_url.slice(picture_url.lastIndexOf('/') + 1), siteId, method }
    try {
      // Includes the time at which the analysis failed, so that each retry is a new command.
      await send({ ...body, at: analysis.endedAt }, (key) => request({ body, key }).unwrap())
    } catch (refused) {
      setWhy(commandFailureReasonOf(refused) || getDetectionFailureText())
    }
  }
  return (
    <>
      <ErrorNotice title={getDetectionFailureText()} text={why ?? analysisFailureReasonOf(analysis)} />
      <Button variant="default" loading={pending} onClick={() => void again()} {...off}>
        <Trans>Try again</Trans>
      </Button>
    </>
  )
}
