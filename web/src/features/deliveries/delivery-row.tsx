/** One delivery: time, truck, origin, weight, composition, actions, and dialogs. */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { Delivery } from '#contract/views.ts'
import { commandFailureReasonOf } from '#web/lib/api/api.ts'
import { useRowHighlight } from '#web/lib/feed/use-room.ts'
import { accessibleActionNameOf } from '#web/lib/format/names.ts'
import { formatRecentTime } from '#web/lib/format/times.ts'
import { useNow } from '#web/lib/hooks/replay-context.ts'
import { Badge, DeliveryBadge, ReferenceCode, RelativeTime, SimulatedBadge } from '#web/ui/marks.tsx'
import { createPreloadHandlers, LazyDialog } from '#web/ui/page.tsx'
import { RowButton } from '#web/ui/rows.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import { useCommand } from '#web/ui/use-command.tsx'
import classes from './deliveries.module.css'
import {
  describeCompositionWithSource,
  describeDispute,
  describeStopProof,
  describeWeightWithSource,
  recyclerActionsOf,
  useDeliveryProofQuery,
  useMoveDeliveryMutation,
} from './deliveries.ts'

type Received = 'arrived' | 'completed'

/**
 * Returns functions that mark a delivery as arrived or unloaded.
 * Buttons stay busy until the feed shows the change.
 */
function useReceive({ id }: Pick<Delivery, 'id'>, name: string) {
  const { pending, send } = useCommand('deliveries')
  const [move] = useMoveDeliveryMutation()

  async function receive(status: Received) {
    const body = { status }
    try {
      if (!(await send({ id, ...body }, (key) => move({ id, body, key }).unwrap()))) return
      showToast('success', status === 'arrived' ? t`Arrival confirmed` : t`Delivery unloaded`, name)
    } catch (error) {
      showToast('error', t`Failed to update the delivery`, commandFailureReasonOf(error))
    }
  }

  return { pending, receive }
}

const load = async () => (await import('#web/ui/picture-viewer.tsx')).PictureViewer
const ahead = createPreloadHandlers(load)

/** Button that shows a ticket's photo over the whole screen. */
function TicketPicture({ url, ticket }: { url: string; ticket: string }) {
  const [opened, setOpened] = useState(false)
  const title = t`Ticket ${ticket}`
  return (
    <>
      <Button variant="subtle" color="gray" size="compact-sm" mih={32} onClick={() => setOpened(true)} {...ahead}>
        <Trans>Show ticket</Trans>
      </Button>
      <LazyDialog
        load={load}
        props={{ opened, close: () => setOpened(false), url, title, alt: t`Photo of ticket ${ticket}` }}
      />
    </>
  )
}

const MINUTE_MS = 60_000

interface DeliveryRowProps {
  delivery: Delivery
  /** The delivery's number at its site; undefined if it left the list. */
  number: number | undefined
  /** The site that receives the delivery; shown only in lists with several sites. */
  site?: string
  /** Id of the signed-in user's site. */
  facility: string | undefined
  gone: boolean
  arrivedAt: number | undefined
  open(kind: 'weigh' | 'dispute'): void
}

export function DeliveryRow({ delivery, number, site, facility, gone, arrivedAt, open }: DeliveryRowProps) {
  const marked = useRowHighlight(arrivedAt)
  const { id, truckId, zone } = delivery
  const name = number === undefined ? id : t`Delivery #${number}`
  return (
    <li className={classes.item} data-marked={marked || undefined} data-gone={gone || undefined} data-delivery={id}>
      <div className={classes.words}>
        <span className={classes.line}>
          <span className={classes.number}>{name}</span> <DeliveryBadge status={delivery.status} />
          {delivery.dispute?.status === 'open' && (
            <Badge tone="progress">
              <Trans>Disputed</Trans>
            </Badge>
          )}
          <SimulatedBadge of={delivery} />
        </span>
        <span>
          <span>{site ? t`Truck ${truckId} · Zone ${zone} to ${site}` : t`Truck ${truckId} · Zone ${zone}`}</span> ·{' '}
          <Arrival {...delivery} />
        </span>
        <DeliveryMeasurements {...delivery} />
        <Proof delivery={delivery} />
        <span className={classes.small}>
          <ReferenceCode kind="delivery" id={id} />
        </span>
      </div>
      <Actions delivery={delivery} name={`${name}, ${truckId}`} facility={facility} gone={gone} open={open} />
    </li>
  )
}

/**
 * Share of stops with proof.
 * Phones may send proof after the arrival.
 */
function Proof({ delivery: { id, status, reportsCount } }: Pick<DeliveryRowProps, 'delivery'>) {
  const { data, refetch, isUninitialized } = useDeliveryProofQuery({ id }, { skip: reportsCount === 0 })
  const seen = useRef(status)
  useEffect(() => {
    if (seen.current === status || isUninitialized) return
    seen.current = status
    void refetch()
  }, [status, isUninitialized, refetch])
  const text = data && describeStopProof(data)
  return text ? <span className={classes.small}>{text}</span> : null
}

function Arrival({ arrivedAt, estimatedArrival }: Delivery) {
  const now = useNow(MINUTE_MS)
  if (arrivedAt)
    return (
      <span>
        <Trans>
          arrived <RelativeTime iso={arrivedAt} />
        </Trans>
      </span>
    )
  return <span>{t`estimated arrival ${{ time: formatRecentTime(estimatedArrival, now) }}`}</span>
}

/** Shows the weight, composition and dispute of a delivery. */
export function DeliveryMeasurements(delivery: Delivery) {
  const dispute = describeDispute(delivery)
  return (
    <>
      <span>
        <span className={classes.weight} data-estimated={delivery.estimated || undefined}>
          {describeWeightWithSource(delivery)}
        </span>
        {delivery.weighing?.picture_url && (
          <TicketPicture url={delivery.weighing.picture_url} ticket={delivery.weighing.ticket} />
        )}
      </span>
      <span className={classes.small}>{describeCompositionWithSource(delivery)}</span>
      {dispute && <span className={classes.small}>{dispute}</span>}
    </>
  )
}

interface ActionsProps extends Pick<DeliveryRowProps, 'delivery' | 'facility' | 'gone' | 'open'> {
  name: string
}

function Actions({ delivery, name, facility, gone, open }: ActionsProps) {
  const { pending, receive } = useReceive(delivery, name)
  const { confirm, unload, weigh, dispute } = recyclerActionsOf(delivery, facility)
  if (!confirm && !unload && !weigh && !dispute) return null
  const received = confirm ? t`Confirm arrival` : t`Unloaded`
  const again = delivery.weighing ? t`Weigh again` : t`Weigh`
  return (
    <div className={classes.actions}>
      {(confirm || unload) && (
        <RowButton
          label={accessibleActionNameOf(received, name)}
          actsOn={confirm ? 'arrived' : 'completed'}
          busy={pending}
          gone={gone}
          act={() => void receive(confirm ? 'arrived' : 'completed')}
        >
          {pending ? t`Saving…` : received}
        </RowButton>
      )}
      {weigh && (
        <RowButton label={accessibleActionNameOf(again, name)} gone={gone} act={() => open('weigh')}>
          {again}
        </RowButton>
      )}
      {dispute && (
        <RowButton label={accessibleActionNameOf(t`Dispute composition`, name)} gone={gone} act={() => open('dispute')}>
          <Trans>Dispute composition</Trans>
        </RowButton>
      )}
    </div>
  )
}

const loadWeigh = async () => (await import('./delivery-dialogs.tsx')).WeighDialog
const loadDispute = async () => (await import('./delivery-dialogs.tsx')).DisputeDialog

export interface OpenDeliveryDialog {
  kind: 'weigh' | 'dispute'
  /** Delivery as it was when the dialog was opened. */
  delivery: Delivery
}

interface DeliveryDialogsProps {
  dialog: OpenDeliveryDialog | null
  rows: readonly Delivery[]
  close(): void
}

/** Dialogs of a list of deliveries: weighing and dispute. */
export function DeliveryDialogs({ dialog, rows, close }: DeliveryDialogsProps) {
  // Keeps the last dialog's content visible during the closing animation.
  const last = useRef(dialog)
  if (dialog) last.current = dialog
  const pressed = last.current?.delivery
  const delivery = rows.find(({ id }) => id === pressed?.id) ?? pressed ?? null
  return (
    <>
      <LazyDialog load={loadWeigh} props={{ delivery, opened: dialog?.kind === 'weigh', close }} />
      <LazyDialog load={loadDispute} props={{ delivery, opened: dialog?.kind === 'dispute', close }} />
    </>
  )
}
