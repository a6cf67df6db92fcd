/** What policies ask of deliveries and trucks: nothing where it was done before, an error where it can’t be done. */
import { isRejection } from '#contract/problems.ts'
import { handle } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { type Vehicle, vehicle, vehicleStream } from '../streams/vehicle.ts'
import { type FreeTruck, freeTruck } from './free-truck.ts'
import { arriveDelivery, type MoveDelivery, moveDeliveryOn } from './move-delivery.ts'

const bySystem = (commandId: string) => ({ commandId, fingerprint: 'system', actor: 'system' })

type Arrival = Pick<MoveDelivery, 'deliveryId' | 'weight'>

export async function arriveOn(kernel: Kernel, { deliveryId, weight }: Arrival, commandId: string): Promise<void> {
  const command = { deliveryId, weight, status: 'arrived', movedBy: 'system' } as const
  const moved = await moveDeliveryOn(kernel, command, arriveDelivery, bySystem(commandId))
  if (isRejection(moved)) throw new Error(`${commandId}: ${moved.message}`)
}

export async function freeTruckOn({ store, clock }: Kernel, command: FreeTruck, commandId: string): Promise<void> {
  const decide = (state: Vehicle) => freeTruck(command, state, clock())
  const freed = await handle(store, vehicleStream(command.vehicleId), vehicle, decide, bySystem(commandId))
  if (isRejection(freed)) throw new Error(`${commandId}: ${freed.message}`)
}
