/** Endpoints of the operations tab. */
import { api } from '#web/lib/api/api.ts'
import { command, query } from '#web/lib/api/request.ts'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    operations: build.query(query('operations')),
    operate: build.mutation(command('operate')),
  }),
})

export const { useOperationsQuery, useOperateMutation } = calls
