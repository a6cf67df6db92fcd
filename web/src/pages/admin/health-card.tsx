/** Card with the health of the installation: one word, reasons on hover and focus, and measurements on request. */
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Skeleton, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconChevronDown, IconCircleCheck, IconHeartbeat } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { SystemHealth } from '#contract/views.ts'
import { figure, formatBytes } from '#web/lib/format/numbers.ts'
import classes from './admin.module.css'

const tones: Record<SystemHealth['status'], string> = { Healthy: 'done', Degraded: 'progress', Critical: 'critical' }

const healthLabels = (): Record<SystemHealth['status'], string> => ({
  Healthy: t`Healthy`,
  Degraded: t`Degraded`,
  Critical: t`Critical`,
})

export function HealthCard({ health }: { health: SystemHealth | undefined }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  if (!health) {
    return (
      <div className={classes.card}>
        <p className={classes.label}>
          <Trans>System Health</Trans>
          <IconHeartbeat size={20} stroke={1.5} aria-hidden="true" />
        </p>
        <Skeleton height={34} width={120} />
      </div>
    )
  }
  const Icon = health.status === 'Healthy' ? IconCircleCheck : IconAlertTriangle
  const why = health.reasons.length > 0 ? health.reasons.join(' ') : t`No problems found.`
  return (
    <>
      <UnstyledButton
        className={`${classes.card} ws-hint`}
        data-hint={why}
        data-east
        aria-description={why}
        data-tone={tones[health.status]}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <span className={classes.label}>
          <Trans>System Health</Trans>
          <IconHeartbeat size={20} stroke={1.5} aria-hidden="true" />
        </span>
        <span className={classes.health}>
          <Icon size={24} stroke={1.75} aria-hidden="true" />
          <span className={classes.word}>{healthLabels()[health.status]}</span>
          <span className={classes.more}>
            <Trans>Details</Trans>
            <IconChevronDown size={16} aria-hidden="true" data-open={open || undefined} />
          </span>
        </span>
      </UnstyledButton>
      {open && <HealthDetail id={id} health={health} />}
    </>
  )
}

/** Returns the measurements as text; a dash for unknown values. */
function measurements({ lag, queue, disk, quarantined }: SystemHealth): [name: string, value: string, note: string][] {
  return [
    [
      t`Lag`,
      plural({ events: lag }, { one: '# event', other: '# events' }),
      t`Events that the screens do not show yet`,
    ],
    [
      t`Queue`,
      queue ? t`${{ waiting: figure(queue.waiting) }} waiting, ${{ failed: figure(queue.failed) }} failed` : '–',
      queue ? t`Background tasks: emails, photo analyses, forecasts` : t`Not available`,
    ],
    [
      t`Disk`,
      disk ? t`${{ free: formatBytes(disk.free) }} of ${{ total: formatBytes(disk.total) }} free` : '–',
      disk ? t`The disk of the data folder` : t`Not available`,
    ],
    [
      t`Quarantined`,
      plural({ events: quarantined }, { one: '# event', other: '# events' }),
      t`Events that could not be processed`,
    ],
  ]
}

/** Table of the measurements on which the health of the installation depends. */
function HealthDetail({ id, health }: { id: string; health: SystemHealth }) {
  return (
    <div id={id} className={classes.detail}>
      {health.reasons.length > 0 && (
        <ul className={classes.reasons}>
          {health.reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      <dl className={classes.measurements}>
        {measurements(health).map(([name, value, note]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={classes.value}>{value}</dd>
            <dd className={classes.note}>{note}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
