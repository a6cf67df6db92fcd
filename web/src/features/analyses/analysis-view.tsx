/** One analysis: photo, progress, findings and correction. */
import { Anchor, Button, Group, Loader, Stack, Text } from '@mantine/core'
import { IconArrowLeft, IconPencil } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { Analysis } from '#contract/views.ts'
import { commandFailureReason } from '#web/lib/api/api.ts'
import { useCommandsDisabled } from '#web/lib/hooks/replay-context.ts'
import { useCommand } from '#web/ui/use-command.tsx'
import classes from './analyses.module.css'
import { FAILED, isUnderWay, METHOD_LABELS, stateOf } from './analysis-words.ts'
import { useRequestAnalysisMutation } from './calls.ts'
import { Correction } from './correction.tsx'
import { BoxesOnPhoto } from './editor/box-editor.tsx'
import { AnalysisFindings } from './findings.tsx'
import { ErrorNotice } from './notice.tsx'

export interface AnalysisViewProps {
  analysis: Analysis
  /** Form that applies the analysis, such as the site's new composition. */
  update: ReactNode
  /** Goes to the next photo. */
  another(): void
  setBusy(busy: boolean): void
}

const photoOf = ({ picture_url: url, width, height }: Analysis) => ({
  url,
  ratio: width / height,
  alt: 'The analysed photo',
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
      {/* Hidden, not unmounted, so that its text survives a correction. */}
      <Stack gap="md" display={correcting ? 'none' : undefined}>
        <Button
          variant="subtle"
          mih={44}
          style={{ alignSelf: 'start' }}
          leftSection={<IconArrowLeft size={16} aria-hidden="true" />}
          onClick={another}
          {...off}
        >
          Another photo
        </Button>
        <BoxesOnPhoto {...photoOf(analysis)} boxes={boxes} />
        {isUnderWay(analysis) && <UnderWay analysis={analysis} />}
        {state === 'failed' && <Again analysis={analysis} />}
        {state === 'done' && (
          <>
            <AnalysisFindings found={analysis} />
            <Group justify="space-between" gap="xs">
              <Text size="xs" c="dimmed">
                {METHOD_LABELS[analysis.method]} · <Model of={analysis} />
                {analysis.corrections > 0 && ' · corrected by a person'}
              </Text>
              <Button
                variant="default"
                mih={44}
                leftSection={<IconPencil size={16} aria-hidden="true" />}
                onClick={() => setCorrecting(true)}
                {...off}
              >
                Correct the boxes
              </Button>
            </Group>
            {update}
          </>
        )}
      </Stack>
    </>
  )
}

/** Only the built-in detector has a model card. */
function Model({ of: { method, model, version } }: { of: Analysis }) {
  const name = `${model} ${version}`
  if (method !== 'yolo') return name
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
      <span>{stateOf(analysis)}…</span>
      <Text size="xs" c="dimmed">
        It goes on when this is closed.
      </Text>
    </div>
  )
}

/** Error of a failed analysis, with a retry. */
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
      // A retry at another time is a new command.
      await send({ ...body, at: analysis.endedAt }, (key) => request({ body, key }).unwrap())
    } catch (refused) {
      setWhy(commandFailureReason(refused) || FAILED)
    }
  }
  return (
    <>
      <ErrorNotice title={FAILED} text={why ?? analysis.reason ?? FAILED} />
      <Button variant="default" mih={44} loading={pending} onClick={() => void again()} {...off}>
        Try again
      </Button>
    </>
  )
}
