/** What to schedule now, why, and what it saves; live, and scheduled with one click. */

import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Recommendation } from '#contract/views.ts'
import { isFree } from '#rules/free-truck.ts'
import { failureText } from '#web/calls/api.ts'
import { NewRows } from '#web/components/new-rows.tsx'
import { Panel, PanelContent } from '#web/components/panel.tsx'
import { ErrorState } from '#web/components/states.tsx'
import { useRecommendationQuery } from '#web/features/collections/calls.ts'
import { useLiveRefresh } from '#web/feed/live-refresh.ts'
import { useRoom } from '#web/feed/use-room.ts'
import { useHeldRows } from '#web/hooks/held-rows.ts'
import { allocationText, plansOf, type ZonePlan } from './plan.ts'
import { PlannedZone } from './planned-zone.tsx'
import { ScheduleButton } from './schedule-button.tsx'
import classes from './scheduler-panel.module.css'
import { UnderWay } from './under-way.tsx'

export function SchedulerPanel({ className }: { className?: string }) {
  const fleet = useRoom('vehicles')
  const waiting = fleet.status === 'loading'
  const free = new Set(fleet.rows.filter(isFree).map(({ id }) => id))
  // How many trucks there are is the server's to say where the fleet is not known here.
  const trucks = fleet.status === 'error' ? undefined : free.size
  const { data, error, refetch } = useRecommendationQuery({ trucks }, { skip: waiting })
  useLiveRefresh(() => waiting || refetch())
  const plans = data ? plansOf(data, free) : []
  return (
    <Panel
      title="Smart Collection Scheduler"
      className={className}
      scrolls
      aside={plans.length > 1 && <ScheduleButton plans={plans}>Schedule all</ScheduleButton>}
    >
      <PanelContent>
        {error && !data && (
          <ErrorState message={failureText(error, 'Failed to fetch dispatch recommendation')} retry={refetch} />
        )}
        {!error && !data && <Skeleton height={160} />}
        {data && <Advice recommendation={data} planned={plans.length > 0} stale={Boolean(error)} />}
        {data && (
          <Plans plans={plans}>
            <Waiting recommendation={data} />
          </Plans>
        )}
        {data && plans.length > 0 && <p className={classes.why}>{data.explanation}</p>}
        <UnderWay />
      </PanelContent>
    </Panel>
  )
}

interface AdviceProps {
  recommendation: Recommendation
  /** There is a plan below. Without one, what is said there is the one headline. */
  planned: boolean
  /** It is the last one that came. */
  stale: boolean
}

function Advice({ recommendation, planned, stale }: AdviceProps) {
  const allocation = allocationText(recommendation)
  return (
    <div>
      {planned && (
        <>
          <p className={classes.headline}>{recommendation.recommendation}</p>
          <p className={classes.reason}>{recommendation.reason}</p>
          {allocation && <p className={classes.reason}>{allocation}</p>}
        </>
      )}
      {stale && (
        <p className={classes.reason} role="alert">
          Failed to fetch dispatch recommendation. This is the last one that came.
        </p>
      )}
    </div>
  )
}

/** `children`: what stands here when there are none. */
function Plans({ plans, children }: { plans: readonly ZonePlan[]; children: ReactNode }) {
  const { shown, gone, ...news } = useHeldRows(plans.map((plan) => ({ ...plan, id: plan.zone })))
  if (shown.length === 0) return children
  return (
    <ul className={classes.plans}>
      <NewRows {...news} of="plans" />
      {shown.map((plan) => (
        <PlannedZone key={plan.id} plan={plan} gone={gone(plan.id)} alone={shown.length === 1} />
      ))}
    </ul>
  )
}

/** Why there is no plan now; short, so that what is under way stays in sight below it. */
function Waiting({ recommendation: { schedules, reason, explanation } }: { recommendation: Recommendation }) {
  // Its trucks have gone since it was made: what it said of them holds no longer.
  const outdated = schedules.some(({ status }) => status === 'recommended')
  return (
    <>
      <p className={classes.headline}>No recommendations available.</p>
      <p className={classes.reason}>
        {outdated
          ? 'The trucks of the last plan were taken. A new one is being made.'
          : explanation || reason || 'A plan appears here when a zone has enough reports and a truck is free.'}
      </p>
    </>
  )
}
