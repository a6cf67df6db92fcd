/** All routes, live: figures that filter, the list, and the dialogs about a route. */
import { Button, Skeleton } from '@mantine/core'
import { IconRoute } from '@tabler/icons-react'
import { useState } from 'react'
import { FilterTiles } from '#web/components/filter-tiles.tsx'
import { useHeldRows } from '#web/components/held-rows.ts'
import { Panel } from '#web/components/panel.tsx'
import { EmptyState, ErrorState } from '#web/components/states.tsx'
import { useNow } from '#web/components/ticker.ts'
import { useRoom } from '#web/feed/use-room.ts'
import type { RouteDialog } from './route-dialogs.tsx'
import { RouteItem } from './route-item.tsx'
import { byUrgency, routeFilters } from './route-words.ts'
import classes from './routes.module.css'

const MINUTE_MS = 60_000
/** Routes shown at first, and with each 'Show older routes'. */
const STEP = 12
const SKELETONS = ['a', 'b', 'c']

export interface RoutesBoardProps {
  className?: string | undefined
  turnTo(dialog: RouteDialog): void
}

export function RoutesBoard({ className, turnTo }: RoutesBoardProps) {
  const { rows, status, error, arrivals, retry } = useRoom('schedules')
  const { rows: sites } = useRoom('sites')
  const [key, setKey] = useState('all')
  const [limit, setLimit] = useState(STEP)
  const now = useNow(MINUTE_MS)
  const filters = routeFilters(now)
  const filter = filters.find((one) => one.key === key) ?? filters[0]
  const { shown, hand } = useHeldRows(byUrgency(rows.filter(filter.includes)))
  const loading = status === 'loading'
  return (
    <div className={`${classes.board} ${className ?? ''}`}>
      <FilterTiles
        label="Show routes"
        filters={filters}
        rows={rows}
        loading={loading}
        chosen={filter}
        choose={(next) => setKey(next.key)}
      />
      <Panel title={filter.label}>
        {status === 'error' && <ErrorState message={error ?? 'Failed to load the routes'} retry={retry} />}
        {loading && (
          <div className={classes.skeletons} role="status" aria-label="Loading routes">
            {SKELETONS.map((name) => (
              <Skeleton key={name} height={112} />
            ))}
          </div>
        )}
        {!loading && status !== 'error' && shown.length === 0 && (
          <EmptyState icon={IconRoute} title={filter.empty.title}>
            {filter.empty.text}
          </EmptyState>
        )}
        {shown.length > 0 && (
          <ul className={classes.list} {...hand}>
            {shown.slice(0, limit).map((route) => (
              <RouteItem
                key={route.id}
                route={route}
                sites={sites}
                arrivedAt={arrivals[route.id]}
                now={now}
                turnTo={turnTo}
              />
            ))}
          </ul>
        )}
        {shown.length > limit && (
          <Button variant="default" fullWidth mih={44} mt="md" onClick={() => setLimit(limit + STEP)}>
            Show older routes
          </Button>
        )}
      </Panel>
    </div>
  )
}
