/** Drivers: one row per driver who ever had a truck. */
import type { Row } from '#platform/read-store/read-store.ts'
import { defineView } from '../runner/view.ts'

export interface DriverRow extends Row {
  /** Truck that the driver has now. */
  vehicleId?: string | undefined
}

export const driversView = defineView<DriverRow>({
  name: 'drivers',
  on: {
    DriverAssigned: {
      id: (data) => data.userId,
      row: (_, { data: { userId: id, vehicleId } }) => ({ id, vehicleId }),
    },
    DriverReleased: {
      id: (data) => data.userId,
      row: (row) => row && { ...row, vehicleId: undefined },
    },
  },
})
