/** The map's data as tables and lists, for screen readers and for browsers that cannot draw a map. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Site } from '#contract/views.ts'
import { siteName } from '#web/features/schedules/schedule.ts'
import { formatRecentTime } from '#web/lib/format/times.ts'
import { useNow } from '#web/lib/hooks/replay-context.ts'
import figures from '#web/ui/figure-table.module.css'
import { ColumnHeads } from '#web/ui/figure-table.tsx'
import { type Journey, progressText } from './journeys.ts'
import classes from './map.module.css'
import {
  journeyText,
  MARK_RADIUS_PX,
  type MapContents,
  type MapItemLabel,
  siteLoadText,
  zoneReportCountText,
  zoneSummaryText,
} from './map-labels.ts'

/** Links and actions of the items on the map. An item without one is plain text. */
export interface MapTargets {
  /** Returns the address to which a zone links. */
  zone(zone: string): string
  /** Address of another page to which sites link, if there is one. */
  site?: string
  /** Returns the action of a truck on duty; undefined if there is none. */
  truck(truck: { truckId: string; routeId?: string | undefined }): (() => void) | undefined
}

interface MapItemProps {
  item: MapItemLabel
  targets: MapTargets
  /** True in the right half of the map, where tooltips open to the left. */
  east: boolean
}

/** One item on the map: mark, label and link. */
export function MapItem({ item, targets, east }: MapItemProps) {
  const { kind, id, at, label, lines } = item
  if (!label) return null
  const words = lines.map((line, n) => (
    // The space keeps screen readers from joining the words of two lines.
    <span key={line} className={n === 0 ? classes.name : classes.more}>
      {n > 0 && ' '}
      {line}
    </span>
  ))
  const radius = MARK_RADIUS_PX[kind]
  const mark = { width: 2 * radius, transform: `translate(${at.x - radius}px, ${at.y - radius}px)` }
  return (
    <>
      {radius > 0 && <i className={classes.mark} data-kind={kind} style={mark} />}
      <Target item={item} targets={targets} east={east} data={kind === 'truck' ? { 'data-truck': id } : {}}>
        {words}
      </Target>
    </>
  )
}

interface TargetProps extends MapItemProps {
  data: { 'data-truck'?: string }
  children: ReactNode
}

function Target({ item: { kind, id, says, label, routeId }, targets, east, data, children }: TargetProps) {
  const shared = {
    ...data,
    className: `${classes.item} ws-hint`,
    style: { transform: `translate(${label?.left}px, ${label?.top}px)`, width: label?.width, height: label?.height },
    'data-kind': kind,
    'data-hint': says,
    'data-east': east || undefined,
  }
  const show = kind === 'truck' ? targets.truck({ truckId: id, routeId }) : undefined
  if (show)
    return (
      <button {...shared} type="button" aria-label={t`${says}. View details`} onClick={show}>
        {children}
      </button>
    )
  const address = kind === 'zone' ? targets.zone(id) : kind === 'site' ? targets.site : undefined
  if (address)
    return (
      <Link {...shared} to={address} aria-label={says}>
        {children}
      </Link>
    )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: its description must be reachable without a pointer
    <span {...shared} role="img" aria-label={says} tabIndex={0}>
      {children}
    </span>
  )
}

interface TruckNameProps {
  id: string
  /** Action of the truck; undefined if it has none. */
  show: ReturnType<MapTargets['truck']>
}

/** Name of a truck in the map's table. It offers the same action as the truck's mark on the map. */
export function TruckName({ id, show }: TruckNameProps) {
  if (!show) return id
  return (
    <button
      type="button"
      className={`${classes.link} ${classes.button}`}
      aria-label={t`${id}. View details`}
      onClick={show}
    >
      {id}
    </button>
  )
}

const STEP_MS = 10_000

export function MapTable({ city, targets }: { city: MapContents; targets: MapTargets }) {
  return (
    <div className={classes.tables}>
      <Rows
        heads={[t`Zone`, t`Reported`, t`State`]}
        rows={city.zones.map((zone) => [
          <Link key={zone.id} to={targets.zone(zone.zone)} className={classes.link}>
            {zone.zone}
          </Link>,
          zoneReportCountText(zone),
          zoneSummaryText(zone) || '–',
        ])}
      />
      <Rows heads={[t`Site`, t`Load`]} rows={city.sites.map((site) => [site.name, siteLoadText(site)])} />
      <Trucks city={city} targets={targets} />
    </div>
  )
}

function Trucks({ city: { journeys, lastKnown, sites }, targets }: { city: MapContents; targets: MapTargets }) {
  const now = useNow(STEP_MS)
  const placeOf = (kind: string, id: string) => (kind === 'site' ? siteName(sites, id) : id)
  const rows = [
    ...journeys.map((journey) => [
      <TruckName key={journey.truckId} id={journey.truckId} show={targets.truck(journey)} />,
      `${journeyText(journey)}, ${progressText(journey, now)}`,
    ]),
    ...lastKnown.map(({ truckId, kind, placeId, at }) => [
      truckId,
      t`last known at ${{ place: placeOf(kind, placeId) }}, ${{ time: formatRecentTime(at, now) }} (estimated)`,
    ]),
  ]
  return <Rows heads={[t`Truck`, t`Where`]} rows={rows} empty={t`No truck’s position is known yet.`} />
}

interface RowsProps {
  heads: readonly string[]
  rows: readonly (readonly ReactNode[])[]
  empty?: string
}

function Rows({ heads, rows, empty = t`None yet.` }: RowsProps) {
  return (
    <table className={`${figures.table} ${classes.table}`}>
      <ColumnHeads heads={heads} />
      <tbody>
        {rows.length === 0 && (
          <tr>
            <td colSpan={heads.length}>{empty}</td>
          </tr>
        )}
        {rows.map((cells, row) => (
          // The key is the content of the row, because rows have no other identity.
          <tr key={row}>
            {cells.map((cell, column) => (
              <td key={heads[column]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface TrucksUnderWayProps {
  journeys: readonly Journey[]
  sites: readonly Site[]
}

/** Lists trucks on the way with destination and progress. */
export function TrucksUnderWay({ journeys, sites }: TrucksUnderWayProps) {
  const now = useNow(STEP_MS)
  return (
    <section aria-labelledby="trucks-under-way">
      <h3 id="trucks-under-way" className={classes.heading}>
        <Trans>Trucks under way</Trans>
      </h3>
      {journeys.length === 0 ? (
        <p className={classes.trucksUnderWayNote}>
          <Trans>No truck is on a route or a delivery now.</Trans>
        </p>
      ) : (
        <ul className={classes.list}>
          {journeys.map((journey) => (
            <li key={journey.truckId}>
              <b>{journey.truckId}</b> <span>{`${journey.zone} → ${siteName(sites, journey.siteId)}`}</span>{' '}
              <span className={classes.trucksUnderWayNote}>
                {journey.kind === 'collection'
                  ? t`Collection, ${{ progress: progressText(journey, now) }}`
                  : t`Delivery, ${{ progress: progressText(journey, now) }}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
