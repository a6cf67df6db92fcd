/** Endpoints of complaints: look up a reference or a person. */
import { api } from '#web/lib/api/api.ts'
import { command, query } from '#web/lib/api/request.ts'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    lookUpReference: build.query({ ...query('lookUpReference'), keepUnusedDataFor: 0 }),
    lookUpPeople: build.mutation(command('lookUpPeople')),
  }),
})

export const { useLazyLookUpReferenceQuery, useLookUpPeopleMutation } = calls
