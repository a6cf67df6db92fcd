/** Endpoints of pushes: key, register or remove this browser, and test. */
import { api } from '#web/lib/api/api.ts'
import { command, query } from '#web/lib/api/request.ts'

export const pushCalls = api.injectEndpoints({
  endpoints: (build) => ({
    pushKey: build.query(query('pushKey')),
    keepDevice: build.mutation(command('keepDevice')),
    dropDevice: build.mutation(command('dropDevice')),
    testPush: build.mutation(command('testPush')),
  }),
})

export const { useLazyPushKeyQuery, useKeepDeviceMutation, useDropDeviceMutation, useTestPushMutation } = pushCalls
