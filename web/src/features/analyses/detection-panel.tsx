/** Image-based Waste Detection on the dashboard: photo input and newest analyses. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Loader } from '@mantine/core'
import { IconPhotoScan } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useState } from 'react'
import type { Analysis } from '#contract/views.ts'
import { useRoom } from '#web/lib/feed/use-room.ts'
import { formatTimeAgo } from '#web/lib/format/times.ts'
import { useCommandsDisabled, useNow } from '#web/lib/hooks/replay-context.ts'
import { createPreloadHandlers, LazyDialog, Panel, PanelContent } from '#web/ui/page.tsx'
import classes from './analyses.module.css'
import { describeAnalysisState, findDroppedPhoto, isAnalysisUnderWay } from './analysis.ts'
import type { SiteUpdateProps } from './detection-dialog.tsx'

const load = async () => (await import('./detection-dialog.tsx')).DetectionDialog
const ahead = createPreloadHandlers(load)
/** Number of analyses in the list. */
const SHOWN = 5
const STEP_MS = 30_000

export interface DetectionPanelProps {
  className?: string | undefined
  update(props: SiteUpdateProps): ReactNode
}

export function DetectionPanel({ className, update }: DetectionPanelProps) {
  const { rows: analyses } = useRoom('analyses')
  const { rows: sites } = useRoom('sites')
  const now = useNow(STEP_MS)
  const off = useCommandsDisabled()
  const [over, setOver] = useState(false)
  const [shown, setShown] = useState<{ analysisId?: string; photo?: File; times: number }>({ times: 0 })
  const [opened, setOpened] = useState(false)
  const open = (of: { analysisId?: string; photo?: File } = {}) => {
    setShown(({ times }) => ({ ...of, times: times + 1 }))
    setOpened(true)
  }
  function onDrop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    const photo = findDroppedPhoto(event.dataTransfer)
    if (photo && !off.disabled) open({ photo })
  }
  const siteOf = ({ siteId }: Analysis) => sites.find(({ id }) => id === siteId)?.name ?? siteId ?? t`No site`

  return (
    <Panel title={t`Image-based Waste Detection`} scrolls className={className}>
      <PanelContent>
        <section
          className={classes.target}
          aria-label={t`A photo of waste`}
          data-over={over || undefined}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={onDrop}
        >
          <Button
            variant="default"
            leftSection={<IconPhotoScan size={18} aria-hidden="true" />}
            onClick={() => open()}
            {...ahead}
            {...off}
          >
            <Trans>Analyse a photo</Trans>
          </Button>
          <span className={classes.hint}>
            <Trans>You can also drop a photo here.</Trans>
          </span>
        </section>
        <ul className={classes.newest} aria-label={t`Newest analyses`}>
          {analyses.slice(0, SHOWN).map((analysis) => (
            <li key={analysis.id}>
              <button
                type="button"
                className={classes.row}
                onClick={() => open({ analysisId: analysis.id })}
                {...ahead}
              >
                <span className={classes.what}>
                  {isAnalysisUnderWay(analysis) && <Loader size={12} mr={6} aria-hidden="true" />}
                  <span>{describeAnalysisState(analysis)}</span>
                </span>
                <span
                  className={classes.where}
                >{`${siteOf(analysis)} · ${formatTimeAgo(analysis.requestedAt, now)}`}</span>
              </button>
            </li>
          ))}
        </ul>
      </PanelContent>
      <LazyDialog
        key={shown.times}
        load={load}
        props={{
          opened,
          close: () => setOpened(false),
          analysisId: shown.analysisId,
          photo: shown.photo,
          update,
        }}
      />
    </Panel>
  )
}
