/** Endpoints of the fleet: add, change, refuel, delete, archive, list archived vehicles, and drivers. */
import type { AnswerOf } from '#contract/endpoints.ts'
import { api } from '#web/lib/api/api.ts'
import { defineCommand, defineQuery } from '#web/lib/api/request.ts'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    archivedVehicles: build.query({
      query: () => defineQuery('vehicles').query({ archived: '1' }),
      transformResponse: ({ vehicles }: AnswerOf<'vehicles'>) => vehicles,
    }),
    registerVehicle: build.mutation(defineCommand('registerVehicle')),
    changeVehicle: build.mutation(defineCommand('changeVehicle')),
    deleteVehicle: build.mutation(defineCommand('deleteVehicle')),
    archiveVehicle: build.mutation(defineCommand('archiveVehicle')),
    setMaintenance: build.mutation(defineCommand('setMaintenance')),
    refuel: build.mutation(defineCommand('refuel')),
    drivers: build.query({
      ...defineQuery('drivers'),
      transformResponse: ({ drivers }: AnswerOf<'drivers'>) => drivers,
    }),
    assignDriver: build.mutation(defineCommand('assignDriver')),
    releaseDriver: build.mutation(defineCommand('releaseDriver')),
    signOutDriver: build.mutation(defineCommand('signOutDriver')),
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
