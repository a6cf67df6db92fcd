/**
 * Rows of all zones, the most urgent first.
 * A long list shows only its first rows until the user expands it.
 */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Skeleton, UnstyledButton } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import type { ZoneCard, ZoneStatus } from '#contract/views.ts'
import { formatNumber } from '#web/lib/format/numbers.ts'
import { FreezeRegionContext, useFreezeRegion, useFrozenRows } from '#web/lib/hooks/frozen-rows.ts'
import { useNow } from '#web/lib/hooks/replay-context.ts'
import { Badge, Meter } from '#web/ui/marks.tsx'
import { NewRowsButton } from '#web/ui/rows.tsx'
import {
  describeThresholdPrediction,
  findZoneWithMainAction,
  sortByZoneUrgency,
  type ZoneRowState,
} from './zone-row-state.ts'
import classes from './zone-rows.module.css'

/** Number of rows shown at first. */
const FEW = 5

/** Keys of the placeholder rows while the zones load. */
const PLACES = [1, 2]

/** Placeholder of the rows, with their height at any width. */
export const ZoneRowsSkeleton = () => (
  <ul className={classes.lines} aria-hidden="true">
    {PLACES.map((place) => (
      <li key={place} className={classes.line}>
        <Skeleton height={20} className={classes.zone} />
        <Skeleton height={20} className={classes.figures} />
        <Skeleton height={8} className={classes.meter} />
        <Skeleton height={20} className={classes.says} />
        <span className={classes.action} />
      </li>
    ))}
  </ul>
)

export interface ZoneWithState extends ZoneCard {
  line: ZoneRowState
}

interface ZoneRowsProps {
  zones: readonly ZoneWithState[]
  action(zone: ZoneCard, line: ZoneRowState, isNext: boolean): ReactNode
  notes(zone: ZoneCard, line: ZoneRowState): ReactNode
}

export function ZoneRows({ zones, action, notes }: ZoneRowsProps) {
  const [isWhole, setWhole] = useState(false)
  const { shown, gone, ...news } = useFrozenRows(sortByZoneUrgency(zones))
  const listed = isWhole ? shown : shown.slice(0, FEW)
  const all = formatNumber(shown.length)
  const next = findZoneWithMainAction(listed)
  return (
    <>
      <NewRowsButton {...news} of="zones" />
      {/* A scrolling list must be reachable by keyboard. */}
      <ul className={classes.lines} {...(isWhole && { tabIndex: 0, 'aria-label': t`Zones` })}>
        {listed.map(({ line, ...zone }) => (
          <li key={zone.id}>
            <ZoneRow
              status={zone}
              line={line}
              gone={gone(zone.id)}
              action={action(zone, line, zone.id === next?.id)}
              notes={notes(zone, line)}
            />
          </li>
        ))}
      </ul>
      {shown.length > FEW && (
        <UnstyledButton className={classes.all} aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? t`Show the first ${FEW}` : t`Show all ${all} zones`}
        </UnstyledButton>
      )}
    </>
  )
}

interface ZoneRowProps {
  status: ZoneStatus
  line: ZoneRowState
  /** True if the zone was closed but its row stays visible while the user interacts with the list. */
  gone: boolean
  /**
   * Button in the zone's row.
   * It does not change while the user interacts with the row.
   */
  action: ReactNode
  /** Additional notes in the zone's row. */
  notes: ReactNode
}

function ZoneRow({ status, line, gone, action, notes }: ZoneRowProps) {
  const id = useId()
  const { value, region } = useFreezeRegion()
  const { zone, currentReports, totalCustomers, recommendAt } = status
  const [reports, customers] = [formatNumber(currentReports), formatNumber(totalCustomers)]
  return (
    <section
      aria-labelledby={id}
      className={classes.line}
      data-zone={zone}
      data-state={line.state}
      data-gone={gone || undefined}
    >
      <h3 id={id} className={classes.zone}>
        {zone}
      </h3>
      <p className={classes.figures}>
        <Trans>
          <b>{reports}</b> of <span>{customers}</span> reported
        </Trans>
      </p>
      <Meter
        label={t`Reports in ${zone}`}
        value={currentReports}
        max={totalCustomers}
        tick={recommendAt}
        tone={line.ready ? 'done' : 'new'}
      />
      <div className={classes.says}>
        <p className={classes.sentence}>
          {line.ready && (
            <Badge tone="done">
              <Trans>READY</Trans>
            </Badge>
          )}{' '}
          <span>{line.text}</span>
        </p>
        {notes}
      </div>
      <div className={classes.action} ref={region}>
        <FreezeRegionContext value={value}>{action}</FreezeRegionContext>
      </div>
    </section>
  )
}

const MINUTE_MS = 60_000

/** Text with the predicted time of a zone's next due collection. */
export function ThresholdPredictionText({ status }: { status: ZoneStatus }) {
  const text = describeThresholdPrediction(status, useNow(MINUTE_MS))
  return text && <p className={classes.of}>{text}</p>
}
