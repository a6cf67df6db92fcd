/** Endpoints of the fleet: add, change, refuel, delete, archive, and list archived vehicles. */
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
} = calls
