/** Dispatchers' live list of deliveries on the way or arrived, with disputes. */

import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { IconTruckDelivery } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Delivery, Site } from '#contract/views.ts'
import { lookUp } from '#domain/dictionary.ts'
import { commandFailureReasonOf } from '#web/lib/api/api.ts'
import { useRoom, useRowHighlight } from '#web/lib/feed/use-room.ts'
import { accessibleActionNameOf, siteNameOf } from '#web/lib/format/names.ts'
import { formatRecentTime, formatTimeOfDay } from '#web/lib/format/times.ts'
import { useFrozenRows } from '#web/lib/hooks/frozen-rows.ts'
import { useNow } from '#web/lib/hooks/replay-context.ts'
import { noteTextOf } from '#web/lib/language/person-name.ts'
import { ColumnHeads } from '#web/ui/figure-table.tsx'
import { Badge, DeliveryBadge, SimulatedBadge, sortDeliveriesByUrgency } from '#web/ui/marks.tsx'
import { Panel, PanelRows } from '#web/ui/page.tsx'
import { NewRowsButton, RowButton } from '#web/ui/rows.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import { useCommand, useUndoOffer } from '#web/ui/use-command.tsx'
import { useMoveDeliveryMutation, useSettleDisputeMutation } from './deliveries.ts'
import classes from './deliveries-panel.module.css'
import {
  describeCompletionEffect,
  describeDeliveryLoad,
  describeDisputeDetails,
  earliestStatusOf,
  formatZoneNames,
  groupByTruck,
  type TruckLoads,
} from './truck-loads.ts'

/** Number of deliveries shown: the newest 20, as in all lists. */
const MAX_SHOWN = 20

interface DeliveriesPanelProps {
  className?: string | undefined
  /** Button beside the panel's title, such as for updating a site's composition. */
  aside?: ReactNode
}

export function DeliveriesPanel({ className, aside }: DeliveriesPanelProps) {
  const room = useRoom('deliveries')
  return (
    <Panel title={t`Deliveries`} className={className} aside={aside} scrolls>
      <DeliveryRows {...room} />
    </Panel>
  )
}

function DeliveryRows({ rows, status, error, arrivals, retry }: ReturnType<typeof useRoom<'deliveries'>>) {
  const { rows: sites } = useRoom('sites')
  const newest = sortDeliveriesByUrgency(rows).slice(0, MAX_SHOWN)
  const under = useFrozenRows(groupByTruck(newest))
  const past = useFrozenRows(newest.filter((delivery) => delivery.status === 'completed'))
  if (status === 'loading') return <Skeleton height={96} />
  if (status === 'error') return <ErrorState message={error ?? t`Failed to fetch deliveries`} retry={retry} />
  if (under.shown.length + past.shown.length === 0) {
    return (
      <EmptyState icon={IconTruckDelivery} title={t`No deliveries under way`}>
        <Trans>A load appears here when its reports are marked collected.</Trans>
      </EmptyState>
    )
  }
  const show = () => {
    under.show()
    past.show()
  }
  return (
    <PanelRows>
      <NewRowsButton waiting={under.waiting + past.waiting} show={show} of="deliveries" />
      {under.shown.map((loads) => (
        <TruckLoadsItem
          key={loads.id}
          loads={loads}
          site={siteNameOf(sites, loads.siteId)}
          gone={under.gone(loads.id)}
          arrivals={arrivals}
        />
      ))}
      {past.shown.length > 0 && (
        <li>
          <CompletedDeliveries deliveries={past.shown} sites={sites} gone={past.gone} />
        </li>
      )}
    </PanelRows>
  )
}

interface TruckLoadsItemProps {
  loads: TruckLoads
  site: string
  /** True for a truck without deliveries that stays in the list while the user interacts with it. */
  gone: boolean
  /** Arrival times in the list (epoch ms) by delivery id. */
  arrivals: Readonly<Record<string, number>>
}

function TruckLoadsItem({ loads, site, gone, arrivals }: TruckLoadsItemProps) {
  const { truckId, deliveries } = loads
  const { pending, send } = useCommand('deliveries')
  const [moveDelivery] = useMoveDeliveryMutation()
  const offerUndo = useUndoOffer()
  const ids = deliveries.map(({ id }) => id)
  const name = t`${{ truck: truckId }}, ${{ zone: formatZoneNames(deliveries) }} to ${site}`
  const status = earliestStatusOf(deliveries)
  const due = deliveries
    .map(({ estimatedArrival }) => estimatedArrival)
    .toSorted()
    .at(-1)
  const [{ simulated } = {}] = deliveries

  /**
   * Completes the deliveries in turn.
   * Earlier ones stay completed after a failure.
   */
  async function completeAll(key: string) {
    let position = '0'
    for (const id of ids)
      ({ position } = await moveDelivery({ id, body: { status: 'completed' }, key: `${key}-${id}` }).unwrap())
    return { position }
  }

  async function complete() {
    try {
      if (!(await send(ids, completeAll))) return
      const title = plural({ deliveries: ids.length }, { one: 'Delivery completed', other: '# deliveries completed' })
      void offerUndo({ by: 'undoCompletion', id: ids, title, detail: name })
    } catch (error) {
      showToast('error', t`Failed to update the delivery`, commandFailureReasonOf(error))
    }
  }

  return (
    <li className={classes.item} data-gone={gone || undefined} data-truck={truckId}>
      <div className={classes.words}>
        <span className={classes.line}>
          <b>{truckId}</b> <DeliveryBadge status={status} /> <SimulatedBadge of={{ simulated }} />
          {status === 'in-transit' && due && (
            <span className={classes.small}>{t`due ${{ time: formatTimeOfDay(due) }}`}</span>
          )}
        </span>
        <ul className={classes.loads}>
          {deliveries.map((delivery) => (
            <DeliveryLine
              key={delivery.id}
              delivery={delivery}
              site={site}
              gone={gone}
              arrivedAt={lookUp(arrivals, delivery.id)}
            />
          ))}
        </ul>
        <span className={classes.next}>
          <RowButton
            label={accessibleActionNameOf(t`Complete`, name)}
            actsOn={ids.join(' ')}
            busy={pending}
            gone={gone}
            act={() => void complete()}
          >
            {pending ? t`Saving…` : t`Complete`}
          </RowButton>
          <span className={classes.small}>{describeCompletionEffect(loads, site)}</span>
        </span>
      </div>
    </li>
  )
}

const MINUTE_MS = 60_000

interface CompletedDeliveriesProps {
  deliveries: readonly Delivery[]
  sites: readonly Site[]
  gone(id: string): boolean
}

function CompletedDeliveries({ deliveries, sites, gone }: CompletedDeliveriesProps) {
  const now = useNow(MINUTE_MS)
  return (
    <table className={classes.past}>
      <caption>
        <Trans>Completed</Trans>
      </caption>
      <ColumnHeads heads={[t`Arrived at`, t`Truck`, t`Load`]} />
      <tbody>
        {deliveries.map((delivery) => {
          const { id, truckId, zone, facilityId, arrivedAt, createdAt } = delivery
          const site = siteNameOf(sites, facilityId)
          return (
            <tr key={id} data-delivery={id} data-gone={gone(id) || undefined}>
              <td>{formatRecentTime(arrivedAt ?? createdAt, now)}</td>
              <td>{truckId}</td>
              <td>
                <span>{`${zone} → ${site}`}</span> <SimulatedBadge of={delivery} />
                <span className={classes.small}>{describeDeliveryLoad(delivery)}</span>
                <DeliveryDispute
                  delivery={delivery}
                  name={t`${{ truck: truckId }}, ${zone} to ${site}`}
                  gone={gone(id)}
                />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

interface DeliveryLineProps {
  delivery: Delivery
  site: string
  gone: boolean
  arrivedAt: number | undefined
}

function DeliveryLine({ delivery, site, gone, arrivedAt }: DeliveryLineProps) {
  const { id, truckId, zone, status } = delivery
  const marked = useRowHighlight(arrivedAt)
  const isThere = status === 'arrived' || status === 'completed'
  return (
    <li className={classes.load} data-marked={marked || undefined} data-delivery={id}>
      <span>
        <Trans>
          <span>{zone}</span> → <span data-here={isThere || undefined}>{site}</span> → unloaded
        </Trans>
      </span>
      <span className={classes.small}>{describeDeliveryLoad(delivery)}</span>
      <DeliveryDispute delivery={delivery} name={t`${{ truck: truckId }}, ${zone} to ${site}`} gone={gone} />
    </li>
  )
}

interface DeliveryDisputeProps {
  delivery: Delivery
  /** Name of the delivery for messages. */
  name: string
  gone: boolean
}

/** Shows a recycler's composition dispute, for the dispatcher to accept or reject. */
function DeliveryDispute({ delivery, name, gone }: DeliveryDisputeProps) {
  const { pending, send } = useCommand('deliveries')
  const [settle] = useSettleDisputeMutation()
  const { id, dispute } = delivery
  if (dispute?.status !== 'open') return null
  const { reason, disputedAt } = dispute

  async function answer(accepted: boolean) {
    const body = { accepted, disputedAt }
    try {
      if (!(await send({ id, ...body }, (key) => settle({ id, body, key }).unwrap()))) return
      showToast(
        'success',
        accepted ? t`Dispute settled: the recycler was right` : t`Dispute settled: composition unchanged`,
        name,
      )
    } catch (error) {
      showToast('error', t`Failed to settle the dispute`, commandFailureReasonOf(error))
    }
  }

  return (
    <div className={classes.dispute}>
      <span className={classes.line}>
        <Badge tone="progress">
          <Trans>Composition disputed</Trans>
        </Badge>
      </span>
      {reason && <span>{`‘${noteTextOf(reason)}’`}</span>}
      <span>{describeDisputeDetails(delivery)}</span>
      <span className={classes.answers}>
        <RowButton
          label={accessibleActionNameOf(t`Recycler is right`, name)}
          busy={pending}
          gone={gone}
          act={() => void answer(true)}
        >
          <Trans>Recycler is right</Trans>
        </RowButton>
        <RowButton
          label={accessibleActionNameOf(t`Keep composition`, name)}
          busy={pending}
          gone={gone}
          act={() => void answer(false)}
        >
          <Trans>Keep composition</Trans>
        </RowButton>
      </span>
    </div>
  )
}
