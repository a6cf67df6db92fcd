/** Sentences of drivers. */

import type { Sentences } from '../event-names.ts'
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
}
