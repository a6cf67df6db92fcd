/** EndShift: records fuel level and odometer as read by the driver. */
import type { EventData } from '#contract/events.ts'
import { reject } from '#contract/http/problems.ts'
import { type Message, msg } from '#contract/languages/message.ts'
import { toQuantityValue } from '#contract/languages/values.ts'
import type { Vehicle } from '../aggregates/vehicle.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'

type EndShift = Omit<EventData<'ShiftEnded'>, 'endedAt'>

export const endShift: Decider<EndShift, Vehicle, 'vehicle'> = (command, { registered, collection, odometer }, now) => {
  const { vehicleId } = command
  const refuse = (field: string, why: Message) => reject('bad-request', why, { [field]: why })
  if (!registered) return reject('not-found', msg`There is no truck ${{ vehicleId }}.`)
  if (collection?.startedAt)
    return reject('conflict', msg`Your truck is on a collection. Bring its load to the site first.`)
  const { tankCapacity } = registered
  if (command.fuelLevel !== undefined && command.fuelLevel > tankCapacity)
    return refuse('fuelLevel', msg`The tank holds only ${{ litres: toQuantityValue(tankCapacity, 'L') }}.`)
  if (command.odometer !== undefined && odometer !== undefined && command.odometer < odometer)
    return refuse(
      'odometer',
      msg`It showed ${{ distance: toQuantityValue(odometer, 'km') }} before. Enter at least that.`,
    )
  return [createEvent('ShiftEnded', { ...command, endedAt: now.toISOString() })]
}
