/** Small marks beside a row: badges, times, references, sources, and meters. */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { IconFlask } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Delivery, Schedule, Vehicle } from '#contract/views.ts'
import type { DeliveryStatus, ReportStatus, ScheduleStatus } from '#domain/city.ts'
import { type ReferencedKind, referenceOf } from '#domain/reference.ts'
import { useSession } from '#web/lib/api/session.ts'
import type { ConnectionPhase } from '#web/lib/feed/room.ts'
import { useConnectionPhase, useRoom } from '#web/lib/feed/use-room.ts'
import { formatExactTime, formatTimeAgo } from '#web/lib/format/times.ts'
import { useNow } from '#web/lib/hooks/replay-context.ts'
import classes from './marks.module.css'

/** Meaning of a badge's colour. 'simulated' has only a dashed edge, because it may appear on every row. */
export type BadgeTone = 'new' | 'progress' | 'done' | 'critical' | 'plain' | 'simulated'

/**
 * A word in its status colour.
 * Colour alone never shows a status.
 */
export function Badge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {children}
    </span>
  )
}

/** Badge of the simulated city's rows and figures, even after the simulation. */
export function SimulatedBadge({ of }: { of: { simulated?: true | undefined } | undefined }) {
  return of?.simulated ? (
    <Badge tone="simulated">
      <Trans>Simulated</Trans>
    </Badge>
  ) : null
}

/** Icon that replaces the badge 'simulated' in rows with little space. */
export function SimulatedIcon({ of }: { of: { simulated?: true | undefined } }) {
  if (!of.simulated) return null
  return (
    <span className={classes.sign} role="img" aria-label={t`Simulated`} title={t`Simulated`}>
      <IconFlask size={14} stroke={1.5} aria-hidden />
    </span>
  )
}

/**
 * Returns each report status's badge.
 * New is blue, in progress yellow, completed green, collected grey.
 */
export const getReportBadges = (): Record<ReportStatus, { tone: BadgeTone; label: string }> => ({
  new: { tone: 'new', label: t`Pending` },
  'in-progress': { tone: 'progress', label: t`In Progress` },
  completed: { tone: 'done', label: t`Completed` },
  collected: { tone: 'plain', label: t`Collected` },
})

export function StatusBadge({ status }: { status: ReportStatus }) {
  const { tone, label } = getReportBadges()[status]
  return <Badge tone={tone}>{label}</Badge>
}

/**
 * Returns each delivery status's badge.
 * Completed and arrived are green, in transit yellow, others blue.
 */
export const getDeliveryBadges = (): Record<DeliveryStatus, { label: string; tone: BadgeTone }> => ({
  pending: { label: t`Pending`, tone: 'new' },
  'in-transit': { label: t`In Transit`, tone: 'progress' },
  arrived: { label: t`Arrived`, tone: 'done' },
  completed: { label: t`Completed`, tone: 'done' },
})

/** Badge of a delivery's status. */
export function DeliveryBadge({ status }: Pick<Delivery, 'status'>) {
  const { tone, label } = getDeliveryBadges()[status]
  return <Badge tone={tone}>{label}</Badge>
}

/**
 * Sorts deliveries: first open, then arrived, then completed ones.
 * Deliveries with equal rank keep their order.
 */
export function sortDeliveriesByUrgency(deliveries: readonly Delivery[]): Delivery[] {
  const rank = ({ status }: Delivery) => (status === 'completed' ? 2 : status === 'arrived' ? 1 : 0)
  return deliveries.toSorted((a, b) => rank(a) - rank(b))
}

const SCHEDULE_RANK: Record<ScheduleStatus, number> = { 'in-progress': 0, scheduled: 1, completed: 2, cancelled: 3 }

/** Sorts schedules: running, upcoming, then past with the most recent first. */
export function sortSchedulesByUrgency(schedules: readonly Schedule[]): Schedule[] {
  return schedules.toSorted((a, b) => {
    const later = Date.parse(a.scheduledStart) - Date.parse(b.scheduledStart)
    return (
      SCHEDULE_RANK[a.status] - SCHEDULE_RANK[b.status] ||
      (SCHEDULE_RANK[a.status] < 2 ? later : -later) ||
      (a.id < b.id ? -1 : 1)
    )
  })
}

/** Badge of simulated activity, for roles that see simulated residents. */
function SimulatedActivityBadge() {
  const { user } = useSession()
  if (user?.role === 'resident') return <MarkOf room="my-zone" />
  return user?.role === 'dispatcher' || user?.role === 'admin' ? <MarkOf room="zones" /> : null
}

function MarkOf({ room }: { room: 'my-zone' | 'zones' }) {
  const { rows } = useRoom(room)
  if (!rows.some(({ simulated }) => simulated)) return null
  return (
    <Badge tone="simulated">
      <Trans>Simulated activity</Trans>
    </Badge>
  )
}

const phaseBadges = (): Record<ConnectionPhase, [BadgeTone, string]> => ({
  connecting: ['plain', t`Connecting…`],
  live: ['done', t`Live`],
  reconnecting: ['progress', t`Reconnecting…`],
  polling: ['progress', t`Reconnecting…`],
  offline: ['critical', t`Offline`],
  past: ['plain', t`Replay, not live`],
  demo: ['plain', t`Demo`],
})

interface FreshnessBadgeProps {
  /** True to show residents 'System Online' on a live screen. */
  system?: boolean
  /** Text of the badge while the data on the screen is live. */
  live?: string
}

/**
 * Badges that show whether the data is live, and whether simulated activity is on.
 * If the data is outdated, the connection strip shows its age.
 */
export function FreshnessBadge({ system, live }: FreshnessBadgeProps) {
  const phase = useConnectionPhase()
  const [tone, word] = phaseBadges()[phase]
  const isLive = phase === 'live'
  return (
    <span className={classes.fresh}>
      <SimulatedActivityBadge />
      <Badge tone={tone}>
        <span role="status">{(isLive && (system ? t`System Online` : live)) || word}</span>
      </Badge>
    </span>
  )
}

const STEP_MS = 5_000

/** Shows a relative time, with the exact time on hover and focus. */
export function RelativeTime({ iso }: { iso: string }) {
  const now = useNow(STEP_MS)
  return (
    <time
      dateTime={iso}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the exact time must be reachable without a pointer
      tabIndex={0}
      className="ws-hint"
      style={{ whiteSpace: 'nowrap' }}
      data-hint={formatExactTime(iso)}
    >
      {formatTimeAgo(iso, now)}
    </time>
  )
}

/** Short reference of a report or delivery, which people quote when they ask. */
export function ReferenceCode({ kind, id }: { kind: ReferencedKind; id: string }) {
  return (
    <span>
      <Trans>
        Reference <span className={classes.reference}>{referenceOf(kind, id)}</span>
      </Trans>
    </span>
  )
}

// Labels for a figure's source: measured, estimated, forecast or unknown.
// A texture and a word show it, never colour alone.

const sourceLabels = () => ({
  measured: t`Measured`,
  estimated: t`Estimated`,
  forecast: t`Forecast`,
  unknown: t`Not analysed`,
})
export type FigureSource = keyof ReturnType<typeof sourceLabels>

/** Texture and name of a figure's source, for legends and figures. */
export function FigureSourceMark({ source }: { source: FigureSource }) {
  return (
    <span className={classes.mark}>
      <span className={classes.texture} data-source={source} aria-hidden="true" />
      <span>{sourceLabels()[source]}</span>
    </span>
  )
}

interface SourceBarProps {
  /** Values that form the bar, each with its source, in any common unit. */
  parts: readonly { source: FigureSource; value: number }[]
  /** Value at which the bar is full. */
  max: number
  /** A CSS colour. */
  color: string
}

/** Bar with a texture per source; decorative, because the figures are beside it. */
export function FigureSourceBar({ parts, max, color }: SourceBarProps) {
  const total = parts.reduce((sum, { value }) => sum + value, 0)
  return (
    <div className={classes.bar} style={{ color }} aria-hidden="true">
      {parts
        .filter(({ value }) => value > 0)
        .map(({ source, value }) => (
          <span
            key={source}
            className={classes.part}
            data-source={source}
            style={{ width: `${(value / Math.max(max, total)) * 100}%` }}
          />
        ))}
    </div>
  )
}

interface MeterProps {
  label: string
  value: number
  max: number
  /** Value at which the bar has a tick. */
  tick?: number | undefined
  tone: 'new' | 'done' | 'progress' | 'critical'
}

/** A bar for an amount, which is also written beside it. */
export function Meter({ label, value, max, tick, tone }: MeterProps) {
  const shareOf = (amount: number) => (max > 0 ? Math.min(1, Math.max(0, amount / max)) : 0)
  return (
    <div
      className={classes.meter}
      data-tone={tone}
      role="progressbar"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={max}
    >
      <div className={classes.fill} style={{ transform: `scaleX(${shareOf(value)})` }} />
      {tick !== undefined && tick < max && <div className={classes.tick} style={{ left: `${shareOf(tick) * 100}%` }} />}
    </div>
  )
}

type Tank = Pick<Vehicle, 'current_fuel_level' | 'tank_capacity_liters'>

/**
 * Returns a fuel level's colour: above 50 % green, above 25 % amber, else red.
 * Compares exact litres before rounding.
 */
export function fuelToneOf({ current_fuel_level: level, tank_capacity_liters: capacity }: Tank) {
  if (level * 2 > capacity) return 'done'
  return level * 4 > capacity ? 'progress' : 'critical'
}

/** Returns the fuel level in percent, rounded for display. */
export const fuelPercentOf = ({ current_fuel_level: level, tank_capacity_liters: capacity }: Tank) =>
  Math.round((level / capacity) * 100)

export function FuelMeter({ vehicle, tick }: { vehicle: Tank & Pick<Vehicle, 'id'>; tick?: number }) {
  return (
    <Meter
      label={t`Fuel of ${vehicle.id}`}
      value={fuelPercentOf(vehicle)}
      max={100}
      tick={tick}
      tone={fuelToneOf(vehicle)}
    />
  )
}
