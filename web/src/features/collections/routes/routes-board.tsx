/** All routes, live: filter tiles, list and dialogs. */

import { Button, Skeleton } from '@mantine/core'
import { IconRoute } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { Schedule, Site } from '#contract/views.ts'
import { lookUp } from '#rules/dictionary.ts'
import { FilterTiles } from '#web/components/filter-tiles.tsx'
import { NewRows } from '#web/components/new-rows.tsx'
import { Panel } from '#web/components/panel.tsx'
import { EmptyState, ErrorState } from '#web/components/states.tsx'
import { byUrgency } from '#web/features/collections/by-urgency.ts'
import { useRoom } from '#web/feed/use-room.ts'
import { useHeldRows } from '#web/hooks/held-rows.ts'
import { useNow } from '#web/hooks/ticker.ts'
import type { RouteDialog } from './route-dialogs.tsx'
import { RouteItem } from './route-item.tsx'
import { routeFilters } from './route-words.ts'
import classes from './routes.module.css'

const MINUTE_MS = 60_000
/** Routes shown at first, and added by each 'Show older routes'. */
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
  const now = useNow(MINUTE_MS)
  const filters = routeFilters(now)
  const filter = filters.find((filter) => filter.key === key) ?? filters[0]
  const listed = byUrgency(rows.filter(filter.includes))
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
        {!loading && status !== 'error' && (
          <List key={filter.key} routes={listed} sites={sites} arrivals={arrivals} now={now} turnTo={turnTo}>
            <EmptyState icon={IconRoute} title={filter.empty.title}>
              {filter.empty.text}
            </EmptyState>
          </List>
        )}
      </Panel>
    </div>
  )
}

interface ListProps extends Pick<RoutesBoardProps, 'turnTo'> {
  routes: readonly Schedule[]
  sites: readonly Site[]
  arrivals: Record<string, number>
  /** Epoch ms. */
  now: number
  /** Replacement for an empty list. */
  children: ReactNode
}

function List({ routes, sites, arrivals, now, turnTo, children }: ListProps) {
  const [limit, setLimit] = useState(STEP)
  const { shown, gone, ...news } = useHeldRows(routes)
  if (shown.length === 0) return children
  return (
    <>
      <NewRows {...news} of="routes" />
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
          />
        ))}
      </ul>
      {shown.length > limit && (
        <Button variant="default" fullWidth mih={44} mt="md" onClick={() => setLimit(limit + STEP)}>
          Show older routes
        </Button>
      )}
    </>
  )
}
