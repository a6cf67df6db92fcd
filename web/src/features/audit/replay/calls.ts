/** The replay's own call: how many events happened when. It is of the present, whatever moment is shown. */
import { api } from '#web/calls/api.ts'
import { query } from '#web/calls/endpoints.ts'

const calls = api.injectEndpoints({
  endpoints: (build) => ({ density: build.query(query('density')) }),
})

export const { useDensityQuery, useLazyDensityQuery } = calls
