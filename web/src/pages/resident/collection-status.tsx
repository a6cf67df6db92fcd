/** Card at the top of a resident's page: three steps from the report to the collection. */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { IconCheck, IconClock, IconPoint } from '@tabler/icons-react'
import { useCurrentReport } from '#web/features/reports/resident-panels.tsx'
import { ScheduleFacts } from '#web/features/schedules/collections.tsx'
import { isRoomLoaded, useRoom } from '#web/lib/feed/use-room.ts'
import { useNow } from '#web/lib/hooks/replay-context.ts'
import { Badge, Meter } from '#web/ui/marks.tsx'
import { Panel } from '#web/ui/page.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { type CollectionExpectation, collectionExpectationOf, type ExpectationStep } from './expectation.ts'
import classes from './resident.module.css'

const STEP_MS = 5_000
const words = () => ({ done: t`Done:`, now: t`Now:`, next: t`Then:` }) as const
const icons = { done: IconCheck, now: IconClock, next: IconPoint } as const

export function CollectionStatus() {
  const { rows: schedules, status, error, retry } = useRoom('my-schedules')
  const { rows: reports } = useRoom('my-reports')
  const usual = useRoom('my-zone').rows[0]?.usualWait
  const { waiting, onTheWay } = useCurrentReport()
  const now = useNow(STEP_MS)
  const kept = waiting ? 'waiting' : onTheWay && 'sent'
  const isUnheard = !isRoomLoaded(status)
  const promised = collectionExpectationOf({ reports, schedules, usual, kept, isUnheard, now })
  // Shows a report that waits for the network even before the schedules load.
  const isShown = !isUnheard || waiting !== undefined
  const { badge } = promised
  return (
    <Panel title={t`Collection Status`} aside={isShown && badge && <Badge tone={badge.tone}>{badge.label}</Badge>}>
      <div className={classes.status}>
        {status === 'loading' && !isShown && <Skeleton height={168} />}
        {status === 'error' && !isShown && (
          <ErrorState message={error ?? t`Failed to load collection schedules`} retry={retry} />
        )}
        {isShown && <ThreeSteps {...promised} now={now} />}
      </div>
    </Panel>
  )
}

function ThreeSteps({ steps, advice, schedule, badge, now }: CollectionExpectation & { now: number }) {
  return (
    <>
      <ol className={classes.steps}>
        {steps.map((step) => (
          <StepLine key={step.title} {...step} />
        ))}
      </ol>
      {advice && <p className={classes.advice}>{advice}</p>}
      {schedule ? (
        <dl className={classes.facts}>
          <ScheduleFacts schedule={schedule} now={now} day />
        </dl>
      ) : (
        badge && <ZoneProgress />
      )}
    </>
  )
}

function StepLine({ state, title, text, isLate }: ExpectationStep) {
  const Icon = icons[state]
  return (
    <li className={classes.step} data-state={state} data-late={isLate || undefined}>
      <span className={classes.mark} aria-hidden="true">
        <Icon size={16} stroke={2} />
      </span>
      <p className={classes.title}>
        <span className={classes.unseen}>{words()[state]}</span> <span>{title}</span>
      </p>
      {text && <p className={classes.text}>{text}</p>}
    </li>
  )
}

/** Shows how many reports the zone has, and how many the next collection requires. */
function ZoneProgress() {
  const zone = useRoom('my-zone').rows[0]
  if (!zone) return <Skeleton height={37} mt={16} />
  const { currentReports, requiredReports, thresholdReached } = zone
  return (
    <div className={classes.progress}>
      <Meter
        label={t`Reports in ${zone.zone}`}
        value={currentReports}
        max={requiredReports}
        tone={thresholdReached ? 'done' : 'new'}
      />
      <p className={classes.hint}>
        <Trans>
          <b>{currentReports}</b> of <span>{requiredReports}</span> bins reported in <span>{zone.zone}</span>
        </Trans>
      </p>
    </div>
  )
}
