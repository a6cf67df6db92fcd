/**
 * Live page of all routes: filter tiles, list and dialogs.
 * The role's page provides the button that starts or completes a route.
 */

import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Skeleton } from '@mantine/core'
import { IconRoute } from '@tabler/icons-react'
import { Fragment, type ReactNode, useState } from 'react'
import type { Schedule, Site } from '#contract/views.ts'
import { lookUp } from '#domain/dictionary.ts'
import { truckPlanOf } from '#domain/planning.ts'
import { commandFailureReasonOf } from '#web/lib/api/api.ts'
import { useRoom, useRowHighlight } from '#web/lib/feed/use-room.ts'
import { accessibleActionNameOf, siteNameOf } from '#web/lib/format/names.ts'
import { formatUpToTenths, withUnit } from '#web/lib/format/numbers.ts'
import { useFrozenRows } from '#web/lib/hooks/frozen-rows.ts'
import { useCommandsDisabled, useNow } from '#web/lib/hooks/replay-context.ts'
import { FilterTiles } from '#web/ui/fields.tsx'
import { Badge, SimulatedBadge, sortSchedulesByUrgency } from '#web/ui/marks.tsx'
import { createPreloadHandlers, LazyDialog, Panel } from '#web/ui/page.tsx'
import { NewRowsButton, RowButton } from '#web/ui/rows.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import { useCommand, useUndoOffer } from '#web/ui/use-command.tsx'
import classes from './routes.module.css'
import {
  formatRouteDuration,
  formatRouteTime,
  getRouteFilters,
  routeBadgeOf,
  routeNameOf,
  useStopRouteMutation,
} from './routes.ts'

const loadDialog = {
  details: async () => (await import('./route-dialogs.tsx')).RouteDetails,
  edit: async () => (await import('./route-dialogs.tsx')).EditRouteDialog,
  stop: async () => (await import('./route-dialogs.tsx')).StopRouteDialog,
}

/**
 * The dialog of the routes page, and the route that it shows.
 * `kind` is null if the dialog is closed or closing.
 */
export interface OpenRouteDialog {
  kind: keyof typeof loadDialog | null
  id: string
}

const MINUTE_MS = 60_000
/** Number of routes shown at first, and added by each press on 'Show older routes'. */
const ROUTES_PER_STEP = 12
const SKELETONS = ['a', 'b', 'c']

interface NextStep {
  schedule: Pick<Schedule, 'id'> & { status: 'scheduled' | 'in-progress' }
  /** Name of the route, for use in messages. */
  name: string
  /** True for a route that left the list but stays visible while the user interacts with the list. */
  gone: boolean
}

/** Functions of the page: one opens a route's dialog, the other renders the button for its next step. */
interface RouteActions {
  turnTo(dialog: OpenRouteDialog): void
  /** Renders the button that starts or completes a route. */
  nextStep(step: NextStep): ReactNode
}

interface RoutesBoardProps extends RouteActions {
  className?: string | undefined
}

export function RoutesBoard({ className, turnTo, nextStep }: RoutesBoardProps) {
  const { rows, status, error, arrivals, retry } = useRoom('schedules')
  const { rows: sites } = useRoom('sites')
  const [key, setKey] = useState('all')
  const now = useNow(MINUTE_MS)
  const filters = getRouteFilters(now)
  const filter = filters.find((filter) => filter.key === key) ?? filters[0]
  const listed = sortSchedulesByUrgency(rows.filter(filter.includes))
  const loading = status === 'loading'
  return (
    <div className={`${classes.board} ${className ?? ''}`} aria-busy={loading}>
      <FilterTiles
        label={t`Show routes`}
        filters={filters}
        rows={rows}
        loading={loading}
        chosen={filter}
        choose={(next) => setKey(next.key)}
      />
      <Panel title={filter.label}>
        {status === 'error' && <ErrorState message={error ?? t`Failed to load the routes`} retry={retry} />}
        {loading && (
          <div className={classes.skeletons} role="status" aria-label={t`Loading routes`}>
            {SKELETONS.map((name) => (
              <Skeleton key={name} height={112} />
            ))}
          </div>
        )}
        {!loading && status !== 'error' && (
          <RouteList key={filter.key} routes={listed} {...{ sites, arrivals, now, turnTo, nextStep }}>
            <EmptyState icon={IconRoute} title={filter.empty.title}>
              {filter.empty.text}
            </EmptyState>
          </RouteList>
        )}
      </Panel>
    </div>
  )
}

interface RouteListProps extends RouteActions {
  routes: readonly Schedule[]
  sites: readonly Site[]
  arrivals: Record<string, number>
  /** Epoch ms. */
  now: number
  /** Content shown instead of an empty list. */
  children: ReactNode
}

function RouteList({ routes, sites, arrivals, now, turnTo, nextStep, children }: RouteListProps) {
  const [limit, setLimit] = useState(ROUTES_PER_STEP)
  const { shown, gone, ...news } = useFrozenRows(routes)
  if (shown.length === 0) return children
  return (
    <>
      <NewRowsButton {...news} of="routes" />
      <ul className={classes.list}>
        {shown.slice(0, limit).map((route) => (
          <RouteItem
            key={route.id}
            route={route}
            sites={sites}
            gone={gone(route.id)}
            arrivedAt={lookUp(arrivals, route.id)}
            now={now}
            turnTo={turnTo}
            nextStep={nextStep}
          />
        ))}
      </ul>
      {shown.length > limit && (
        <Button variant="default" fullWidth mt="md" onClick={() => setLimit(limit + ROUTES_PER_STEP)}>
          <Trans>Show older routes</Trans>
        </Button>
      )}
    </>
  )
}

interface RouteItemProps extends RouteActions {
  route: Schedule
  sites: readonly Site[]
  /** True for a removed route that stays visible during interaction. */
  gone: boolean
  arrivedAt: number | undefined
  /** Present time in epoch ms. */
  now: number
}

function RouteItem({ route, sites, gone, arrivedAt, now, ...actions }: RouteItemProps) {
  const marked = useRowHighlight(arrivedAt)
  const { id, vehicle, zone, siteId } = route
  const { tone, label } = routeBadgeOf(route)
  const { reports, km } = truckPlanOf(route)
  return (
    <li className={classes.item} data-marked={marked || undefined} data-gone={gone || undefined} data-route={id}>
      <div className={classes.words}>
        <div className={classes.line}>
          <h3 className={classes.truck}>{vehicle.id}</h3>
          <Badge tone={tone}>{label}</Badge>
          <SimulatedBadge of={route} />
          <span className={classes.id}>{id}</span>
        </div>
        <p className={classes.way}>{`${zone} → ${siteNameOf(sites, siteId)}`}</p>
        <ul className={classes.figures} aria-label={t`Figures of ${id}`}>
          <li>{plural(reports, { one: '# bin', other: '# bins' })}</li>
          <li>{formatRouteDuration(route)}</li>
          <li>{withUnit(formatUpToTenths(km), 'km')}</li>
          <li>{formatRouteTime(route, now)}</li>
        </ul>
      </div>
      <RouteButtons route={route} name={routeNameOf(route, sites)} gone={gone} {...actions} />
    </li>
  )
}

interface RouteButtonsProps extends RouteActions {
  route: Schedule
  name: string
  gone: boolean
}

function RouteButtons({ route, name, gone, turnTo, nextStep }: RouteButtonsProps) {
  const { id, status } = route
  const off = useCommandsDisabled()
  const action = (kind: keyof typeof loadDialog, label: string, critical = false) => (
    <Button
      variant="default"
      size="sm"
      px="sm"
      className={critical ? classes.critical : undefined}
      aria-label={accessibleActionNameOf(label, name)}
      aria-disabled={gone}
      data-disabled={gone || undefined}
      onClick={() => !gone && turnTo({ kind, id })}
      {...createPreloadHandlers(loadDialog[kind])}
      {...(kind === 'details' ? undefined : off)}
    >
      {label}
    </Button>
  )
  return (
    <div className={classes.actions}>
      {(status === 'scheduled' || status === 'in-progress') && (
        <Fragment key={status}>{nextStep({ schedule: { id, status }, name, gone })}</Fragment>
      )}
      {action('details', t`View Details`)}
      {status === 'scheduled' && action('edit', t`Edit Route`)}
      {status === 'scheduled' && <CancelRoute id={id} name={name} gone={gone} />}
      {status === 'in-progress' && action('stop', t`Stop Route`, true)}
    </div>
  )
}

interface CancelRouteProps {
  id: string
  /** Name of the route in success and error messages. */
  name: string
  /** True for a removed route that stays visible during interaction. */
  gone: boolean
}

function CancelRoute({ id, name, gone }: CancelRouteProps) {
  const { pending, send } = useCommand('schedules')
  const [stopRoute] = useStopRouteMutation()
  const offerUndo = useUndoOffer()

  async function cancel() {
    const body = { status: 'cancelled' as const }
    try {
      const answer = await send({ id, ...body }, (key) => stopRoute({ id, body, key }).unwrap())
      if (answer) void offerUndo({ by: 'undoCancellation', id, title: t`Route cancelled`, detail: name })
    } catch (error) {
      showToast('error', t`Failed to cancel the route`, commandFailureReasonOf(error))
    }
  }

  return (
    <RowButton
      className={classes.critical}
      label={accessibleActionNameOf(t`Cancel Route`, name)}
      busy={pending}
      gone={gone}
      act={() => void cancel()}
    >
      <Trans>Cancel Route</Trans>
    </RowButton>
  )
}

interface RouteDialogsProps {
  dialog: OpenRouteDialog
  turnTo(dialog: OpenRouteDialog): void
}

/**
 * Dialogs to view, edit or stop a route.
 * Their code loads on first use.
 * They always show the route's current state.
 */
export function RouteDialogs({ dialog: { kind, id }, turnTo }: RouteDialogsProps) {
  const { rows: routes } = useRoom('schedules')
  const route = routes.find((route) => route.id === id)
  if (!route) return null
  const close = () => turnTo({ kind: null, id })
  return Object.entries(loadDialog).map(([name, load]) => (
    <LazyDialog key={name} load={load} props={{ route, opened: kind === name, close }} />
  ))
}
