/** Endpoints of the fleet: add, change, refuel, delete, archive, list archived vehicles, and drivers. */
import type { AnswerOf } from '#contract/endpoints.ts'
import { api } from '#web/lib/api/api.ts'
import { command, query } from '#web/lib/api/request.ts'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    archivedVehicles: build.query({
      query: () => query('vehicles').query({ archived: '1' }),
      transformResponse: ({ vehicles }: AnswerOf<'vehicles'>) => vehicles,
    }),
    registerVehicle: build.mutation(command('registerVehicle')),
    changeVehicle: build.mutation(command('changeVehicle')),
    deleteVehicle: build.mutation(command('deleteVehicle')),
    archiveVehicle: build.mutation(command('archiveVehicle')),
    setMaintenance: build.mutation(command('setMaintenance')),
    refuel: build.mutation(command('refuel')),
    drivers: build.query({
      ...query('drivers'),
      transformResponse: ({ drivers }: AnswerOf<'drivers'>) => drivers,
    }),
    assignDriver: build.mutation(command('assignDriver')),
    releaseDriver: build.mutation(command('releaseDriver')),
    signOutDriver: build.mutation(command('signOutDriver')),
  }),
})

export const {
  useArchivedVehiclesQuery,
  useRegisterVehicleMutation,
  useChangeVehicleMutation,
  useDeleteVehicleMutation,
  useArchiveVehicleMutation,
  useSetMaintenanceMutation,
  useRefuelMutation,
  useDriversQuery,
  useAssignDriverMutation,
  useReleaseDriverMutation,
  useSignOutDriverMutation,
} = calls
