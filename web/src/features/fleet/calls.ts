/** The calls of the fleet: add, change, refuel, delete and archive vehicles, and those that were archived. */
import type { AnswerOf, RequestOf } from '#contract/endpoints.ts'
import { api, type Keyed, keyed } from '#web/calls/api.ts'

const vehiclePath = (id: string) => `/fuel/vehicles/${encodeURIComponent(id)}`

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    archivedVehicles: build.query<AnswerOf<'vehicles'>['vehicles'], void>({
      query: () => ({ url: '/fuel/vehicles', params: { archived: '1' } }),
      transformResponse: (answer: AnswerOf<'vehicles'>) => answer.vehicles,
    }),
    registerVehicle: build.mutation<AnswerOf<'registerVehicle'>, { body: RequestOf<'registerVehicle'> } & Keyed>({
      query: ({ body, key }) => ({ url: '/fuel/vehicles', method: 'POST', body, headers: keyed(key) }),
    }),
    changeVehicle: build.mutation<AnswerOf<'changeVehicle'>, { id: string; body: RequestOf<'changeVehicle'> } & Keyed>({
      query: ({ id, body, key }) => ({ url: vehiclePath(id), method: 'PUT', body, headers: keyed(key) }),
    }),
    deleteVehicle: build.mutation<AnswerOf<'deleteVehicle'>, { id: string } & Keyed>({
      query: ({ id, key }) => ({ url: vehiclePath(id), method: 'DELETE', headers: keyed(key) }),
    }),
    archiveVehicle: build.mutation<AnswerOf<'archiveVehicle'>, { id: string } & Keyed>({
      query: ({ id, key }) => ({ url: `${vehiclePath(id)}/archive`, method: 'POST', headers: keyed(key) }),
    }),
    setMaintenance: build.mutation<
      AnswerOf<'setMaintenance'>,
      { id: string; body: RequestOf<'setMaintenance'> } & Keyed
    >({
      query: ({ id, body, key }) => ({
        url: `${vehiclePath(id)}/maintenance`,
        method: 'POST',
        body,
        headers: keyed(key),
      }),
    }),
    refuel: build.mutation<AnswerOf<'refuel'>, { body: RequestOf<'refuel'> } & Keyed>({
      query: ({ body, key }) => ({ url: '/fuel/vehicles/refuel', method: 'POST', body, headers: keyed(key) }),
    }),
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
