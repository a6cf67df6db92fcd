/** Endpoints of the Security tab: sessions and the second factor. */
import { api } from '#web/lib/api/api.ts'
import { command, query } from '#web/lib/api/request.ts'

const calls = api.enhanceEndpoints({ addTagTypes: ['Security'] }).injectEndpoints({
  endpoints: (build) => ({
    security: build.query({ ...query('security'), providesTags: ['Security'] }),
    endSession: build.mutation({ ...command('endSession'), invalidatesTags: ['Security'] }),
    endOtherSessions: build.mutation({ ...command('endOtherSessions'), invalidatesTags: ['Security'] }),
    beginSecondFactor: build.mutation({ ...command('beginSecondFactor'), extraOptions: { keepsSession: true } }),
    confirmSecondFactor: build.mutation(command('confirmSecondFactor')),
    endSecondFactor: build.mutation({
      ...command('endSecondFactor'),
      extraOptions: { keepsSession: true },
      invalidatesTags: ['Security'],
    }),
  }),
})

export const {
  useSecurityQuery,
  useEndSessionMutation,
  useEndOtherSessionsMutation,
  useBeginSecondFactorMutation,
  useConfirmSecondFactorMutation,
  useEndSecondFactorMutation,
} = calls

/** Reloads the tab. */
export const securityChanged = () => calls.util.invalidateTags(['Security'])
