/** Random events of drivers. */
import type { Generator } from './ingredients.ts'

export const driver = {
  assignDriver: (n, m, { at }) => ({
    type: 'DriverAssigned',
    data: { userId: 'v1', vehicleId: `T${n % 3}`, assignedBy: m % 2 ? 'd1' : 'v1', assignedAt: at },
  }),
  releaseDriver: (n, _, { at }) => ({
    type: 'DriverReleased',
    data: { userId: 'v1', vehicleId: `T${n % 3}`, releasedBy: 'd1', releasedAt: at },
  }),
} satisfies Record<string, Generator>
