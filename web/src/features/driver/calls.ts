/** API endpoints of a driver's phone. */
import type { FetchBaseQueryMeta } from '@reduxjs/toolkit/query/react'
import type { AnswerOf, BodyInputOf } from '#contract/endpoints.ts'
import { api, type Store } from '#web/lib/api/api.ts'
import { defineCommand, defineQuery } from '#web/lib/api/request.ts'
import type { DriverAction, DriverSheet } from '#web/lib/outbox/stored-action.ts'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    driverSheet: build.query({
      ...defineQuery('driverSheet'),
      transformResponse: (sheet: DriverSheet, meta: unknown) => ({
        sheet,
        position: (meta as FetchBaseQueryMeta | undefined)?.response?.headers.get('X-Position') ?? '0',
      }),
      // The response is not cached, because the phone stores the route sheet itself.
      keepUnusedDataFor: 0,
    }),
    serveStops: build.mutation(defineCommand('serveStops')),
    placeBinAtStop: build.mutation(defineCommand('placeBinAtStop')),
    uploadStopPicture: build.mutation(defineCommand('uploadPicture')),
    takeVehicle: build.mutation(defineCommand('takeVehicle')),
    leaveVehicle: build.mutation(defineCommand('leaveVehicle')),
    depart: build.mutation(defineCommand('depart')),
    deliverLoad: build.mutation(defineCommand('deliverLoad')),
    unloadTruck: build.mutation(defineCommand('unloadTruck')),
    planNextTrip: build.mutation(defineCommand('planNextTrip')),
    endShift: build.mutation(defineCommand('endShift')),
  }),
})

export const { useDriverSheetQuery } = calls

const { endpoints } = calls

type Step = Extract<DriverAction, { kind: 'step' }>
/** Type of all driver step calls, because the calls of all steps have the same arguments. */
type InitiateStep = typeof endpoints.endShift.initiate

/**
 * Returns the API calls that send the actions stored on a driver's phone.
 * Each call resolves to the data that the outbox needs, or rejects with a Failure.
 */
export const createDriverActionCalls = (store: Store) => ({
  serveStops: (body: BodyInputOf<'serveStops'>): Promise<AnswerOf<'serveStops'>> =>
    store.dispatch(endpoints.serveStops.initiate({ body })).unwrap(),

  async uploadPicture(file: Blob): Promise<string> {
    const { picture } = await store.dispatch(endpoints.uploadStopPicture.initiate({ file })).unwrap()
    return picture
  },

  /**
   * Saves the place of a stop's bin.
   * Returns the log position, like `takeStep`.
   */
  async placeBin({ stopId: id, lat, lng }: Extract<DriverAction, { kind: 'place' }>, key: string): Promise<string> {
    const { position } = await store
      .dispatch(endpoints.placeBinAtStop.initiate({ id, body: { lat, lng }, key }))
      .unwrap()
    return position
  },

  async takeStep({ step, body }: Step, key: string): Promise<string> {
    const initiate = endpoints[step].initiate as unknown as InitiateStep
    const { position } = await store.dispatch(initiate({ body: body as object, key })).unwrap()
    return position
  },
})

export type DriverActionCalls = ReturnType<typeof createDriverActionCalls>
