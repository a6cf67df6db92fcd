/** API endpoints for phone numbers: linking one to an account, claiming an account, and resetting a password. */
import { api } from '#web/lib/api/api.ts'
import { defineCommand } from '#web/lib/api/request.ts'
import { keepsSession } from './calls.ts'

export const {
  useRequestPhoneCodeMutation,
  useLinkPhoneMutation,
  useUnlinkPhoneMutation,
  useRequestClaimCodeMutation,
  useClaimByPhoneMutation,
  useRequestResetCodeMutation,
  useResetByPhoneMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    requestPhoneCode: build.mutation({ ...defineCommand('requestPhoneCode'), ...keepsSession }),
    linkPhone: build.mutation(defineCommand('linkPhone')),
    unlinkPhone: build.mutation(defineCommand('unlinkPhone')),
    requestClaimCode: build.mutation({ ...defineCommand('requestClaimCode'), ...keepsSession }),
    claimByPhone: build.mutation({ ...defineCommand('claimByPhone'), ...keepsSession }),
    requestResetCode: build.mutation({ ...defineCommand('requestResetCode'), ...keepsSession }),
    resetByPhone: build.mutation({ ...defineCommand('resetByPhone'), ...keepsSession }),
  }),
})
