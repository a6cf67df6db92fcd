/** Records the arrival or unloading of a delivery; busy until the feed shows it. */
import type { Delivery } from '#contract/views.ts'
import { reasonOf } from '#web/calls/api.ts'
import { toast } from '#web/components/toasts.tsx'
import { useCommand } from '#web/feed/use-command.ts'
import { useReceiveDeliveryMutation } from './calls.ts'

const DONE = { arrived: 'Arrival confirmed', completed: 'Delivery unloaded' }

export function useReceive({ id }: Pick<Delivery, 'id'>, name: string) {
  const { pending, send } = useCommand('deliveries')
  const [move] = useReceiveDeliveryMutation()

  async function receive(status: keyof typeof DONE) {
    const body = { status }
    try {
      if (await send({ id, ...body }, (key) => move({ id, body, key }).unwrap())) toast('success', DONE[status], name)
    } catch (error) {
      toast('error', 'Failed to update the delivery', reasonOf(error))
    }
  }

  return { pending, receive }
}
