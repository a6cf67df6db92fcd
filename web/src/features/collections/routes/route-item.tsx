/** A route: truck, way, figures and actions. */
import { Button } from '@mantine/core'
import type { Schedule, Site } from '#contract/views.ts'
import { workOf } from '#rules/planning.ts'
import { Badge, SimulatedBadge } from '#web/components/badge.tsx'
import { prefetching } from '#web/components/lazy-dialog.tsx'
import { NextStep } from '#web/features/collections/next-step.tsx'
import { siteName } from '#web/features/collections/site-name.ts'
import { useMarked } from '#web/feed/marked.ts'
import { amount, counted, withUnit } from '#web/format/numbers.ts'
import { useOff } from '#web/hooks/past.ts'
import { CancelRoute } from './cancel-route.tsx'
import { loadDialog, type RouteDialog } from './route-dialogs.tsx'
import { estimatedTime, routeBadge, routeName, whenText } from './route-words.ts'
import classes from './routes.module.css'

export interface RouteItemProps {
  route: Schedule
  sites: readonly Site[]
  /** True for a removed route that stays frozen during interaction. */
  gone: boolean
  arrivedAt: number | undefined
  /** Epoch ms. */
  now: number
  turnTo(dialog: RouteDialog): void
}

export function RouteItem({ route, sites, gone, arrivedAt, now, turnTo }: RouteItemProps) {
  const marked = useMarked(arrivedAt)
  const { id, vehicle, zone, siteId } = route
  const { tone, label } = routeBadge(route)
  const { reports, km } = workOf(route)
  return (
    <li className={classes.item} data-marked={marked || undefined} data-gone={gone || undefined} data-route={id}>
      <div className={classes.words}>
        <div className={classes.line}>
          <h3 className={classes.truck}>{vehicle.id}</h3>
          <Badge tone={tone}>{label}</Badge>
          <SimulatedBadge of={route} />
          <span className={classes.id}>{id}</span>
        </div>
        <p className={classes.way}>
          {zone} → {siteName(sites, siteId)}
        </p>
        <ul className={classes.figures} aria-label={`Figures of ${id}`}>
          <li>{counted(reports, 'bin')}</li>
          <li>{estimatedTime(route)}</li>
          <li>{withUnit(amount(km), 'km')}</li>
          <li>{whenText(route, now)}</li>
        </ul>
      </div>
      <Actions route={route} name={routeName(route, sites)} gone={gone} turnTo={turnTo} />
    </li>
  )
}

interface ActionsProps {
  route: Schedule
  name: string
  gone: boolean
  turnTo(dialog: RouteDialog): void
}

function Actions({ route, name, gone, turnTo }: ActionsProps) {
  const { id, status } = route
  const off = useOff()
  const action = (kind: keyof typeof loadDialog, label: string, critical = false) => (
    <Button
      variant="default"
      size="sm"
      h={44}
      px="sm"
      className={critical ? classes.critical : undefined}
      aria-label={`${label}: ${name}`}
      aria-disabled={gone}
      data-disabled={gone || undefined}
      onClick={() => !gone && turnTo({ kind, id })}
      {...prefetching(loadDialog[kind])}
      {...(kind === 'details' ? undefined : off)}
    >
      {label}
    </Button>
  )
  return (
    <div className={classes.actions}>
      {(status === 'scheduled' || status === 'in-progress') && (
        <NextStep key={status} schedule={{ id, status }} of="Route" name={name} gone={gone} />
      )}
      {action('details', 'View Details')}
      {status === 'scheduled' && action('edit', 'Edit Route')}
      {status === 'scheduled' && <CancelRoute id={id} name={name} gone={gone} />}
      {status === 'in-progress' && action('stop', 'Stop Route', true)}
    </div>
  )
}
