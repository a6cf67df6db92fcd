/** Sentences of drivers. */

import { withUnit } from '#domain/number-format.ts'
import { STOP_EXCEPTION_LABELS } from '#domain/stop-outcomes.ts'
import { joinWords, report, type Sentences } from '../event-names.ts'
import type { driver as events } from './events.ts'

export const driver: Sentences<keyof typeof events> = {
  DriverAssigned: ({ userId, vehicleId, assignedBy }, { person }) =>
    assignedBy === userId
      ? `${person(userId)} took ${vehicleId}`
      : `${person(assignedBy)} assigned ${person(userId)} to ${vehicleId}`,
  DriverReleased: ({ userId, vehicleId, releasedBy }, { person }) =>
    releasedBy === userId
      ? `${person(userId)} left ${vehicleId}`
      : `${person(releasedBy)} released ${person(userId)} from ${vehicleId}`,
  ShiftEnded: ({ userId, vehicleId, fuelLevel, odometer }, { person }) => {
    const read = [
      ...(fuelLevel === undefined ? [] : [`${withUnit(fuelLevel, 'litres')} in the tank`]),
      ...(odometer === undefined ? [] : [`${withUnit(odometer, 'km')} on the odometer`]),
    ]
    return `${person(userId)} ended a shift with ${vehicleId}${read.length > 0 ? `: ${joinWords(read)}` : ''}`
  },
  StopServed: (
    { stopId, zone, vehicleId, outcome, exception, picture, sealedFix, metres, servedBy, servedAt },
    names,
  ) => {
    const what = `${report(stopId, names)} in ${zone}`
    const where = metres === undefined ? 'with a position' : `${withUnit(metres, 'm')} from the bin`
    const proof = joinWords([...(picture ? ['with a photo'] : []), ...(sealedFix ? [where] : [])])
    const shown = picture || sealedFix ? proof : 'without proof'
    const done =
      outcome === 'collected' || exception === undefined
        ? `collected ${what}`
        : `left ${what} (${STOP_EXCEPTION_LABELS[exception].toLowerCase()})`
    return `${names.person(servedBy)} with ${vehicleId} ${done} at ${names.moment(servedAt)}, ${shown}`
  },
}
