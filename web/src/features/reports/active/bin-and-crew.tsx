/** Place of a report's bin, and the outcome that the crew recorded there with its proof. */
import { t } from '@lingui/core/macro'
import { Skeleton } from '@mantine/core'
import { IconPhone } from '@tabler/icons-react'
import { useContext, useEffect } from 'react'
import type { Report, StopOutcomeView } from '#contract/views.ts'
import { dialString, readablePhone } from '#domain/contacts.ts'
import { pointOfPlace } from '#domain/plus-code.ts'
import { failureText } from '#web/lib/api/api.ts'
import { Picture } from '#web/lib/api/pictures.tsx'
import { exceptionLabels, placeLines } from '#web/lib/format/bins.ts'
import { figure, withUnit } from '#web/lib/format/numbers.ts'
import { ClockContext } from '#web/lib/hooks/replay-context.ts'
import { noteText } from '#web/lib/language/person-name.ts'
import { type Fact, Facts } from '#web/ui/figure-table.tsx'
import { PinMap } from '#web/ui/map/pin-map.tsx'
import { RelativeTime } from '#web/ui/marks.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import classes from './report-detail.module.css'
import { useReportDetailQuery, useReportPhoneQuery } from './report-places.ts'

/** Width of the photo in px. */
const PHOTO_PX = 360

export function BinAndCrew({ report }: { report: Report }) {
  const { id, served } = report
  return (
    <>
      {served && <Crew served={served} />}
      <Bin id={id} servedAt={served?.at} />
    </>
  )
}

function FactSection({ label, facts }: { label: string; facts: readonly Fact[] }) {
  return (
    <section aria-label={label}>
      <h3 className={classes.heading}>{label}</h3>
      <Facts className={classes.facts} facts={facts} />
    </section>
  )
}

/** Shows the number of a resident who reported by phone. A dispatcher can call back while the report is open. */
export function ReporterPhoneNumber({ id }: { id: string }) {
  const isPast = useContext(ClockContext) !== null
  const { data, error, refetch } = useReportPhoneQuery({ id }, { skip: isPast })
  if (isPast) return null
  if (!data && error)
    return <ErrorState message={failureText(error, t`The phone number could not be loaded`)} retry={refetch} />
  if (!data) return <Skeleton height={44} />
  const number = readablePhone(data.phone)
  return (
    <a className={classes.call} href={`tel:${dialString(data.phone)}`} aria-label={t`Call back: ${{ number }}`}>
      <IconPhone size={18} stroke={1.75} aria-hidden="true" />
      {number}
    </a>
  )
}

/**
 * Shows the place of the bin.
 * Reloads it when `servedAt` changes, because a driver may have placed the bin with an outcome.
 */
function Bin({ id, servedAt }: { id: string; servedAt: string | undefined }) {
  const isPast = useContext(ClockContext) !== null
  const { data, error, refetch } = useReportDetailQuery({ id }, { skip: isPast, refetchOnMountOrArgChange: true })
  useEffect(() => {
    if (servedAt !== undefined && !isPast) void refetch()
  }, [servedAt, isPast, refetch])
  if (isPast) return null
  if (!data && error)
    return <ErrorState message={failureText(error, t`The place could not be loaded`)} retry={refetch} />
  if (!data) return <Skeleton height={72} />
  const { place = {}, source } = data.bin
  const lines: Fact[] = placeLines(place)
  const point = pointOfPlace(place)
  const saidBy: Fact = [t`Added by`, source === 'driver' ? t`A driver` : t`The resident`]
  return (
    <>
      <FactSection label={t`Place of the bin`} facts={lines.length > 0 ? [...lines, saidBy] : [[t`Place`, '–']]} />
      {point && <PinMap title={t`Map with the place of the bin`} at={point} near={point} />}
    </>
  )
}

function Crew({ served }: { served: StopOutcomeView }) {
  const {
    outcome,
    exception,
    at,
    note,
    picture_url: picture,
    placed,
    metres,
    vehicleId,
    afterLoad,
    clockStopped,
  } = served
  const facts: (Fact | undefined)[] = [
    [t`Outcome`, outcome === 'exception' && exception ? exceptionLabels()[exception] : t`Collected`],
    [t`Time`, <RelativeTime key="at" iso={at} />],
    [t`Truck`, vehicleId ?? '–'],
    [t`Position`, positionText(placed, metres)],
    note === undefined ? undefined : [t`Note`, noteText(note)],
    clockStopped && [t`Waiting time`, t`Paused until the bin is out again`],
    picture ? undefined : [t`Photo`, t`None`],
    afterLoad && [t`Load`, t`Recorded after the load had left, so it is not counted in a load`],
  ]
  return (
    <>
      <FactSection label={t`At the bin`} facts={facts.filter((fact) => fact !== undefined)} />
      {picture && <Picture url={picture} alt={t`Driver’s photo of the bin`} width={PHOTO_PX} />}
    </>
  )
}

function positionText(placed: true | undefined, metres: number | undefined): string {
  if (!placed) return t`None`
  return metres === undefined ? t`Recorded` : t`${{ distance: withUnit(figure(metres), 'm') }} from the bin`
}
