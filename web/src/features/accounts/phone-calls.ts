/** API endpoints for phone numbers: linking one to an account, claiming an account, and resetting a password. */
import { api } from '#web/lib/api/api.ts'
import { defineCommand } from '#web/lib/api/request.ts'
import { keepSessionOptions } from './calls.ts'

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
    requestPhoneCode: build.mutation({ ...defineCommand('requestPhoneCode'), ...keepSessionOptions }),
    linkPhone: build.mutation(defineCommand('linkPhone')),
    unlinkPhone: build.mutation(defineCommand('unlinkPhone')),
    requestClaimCode: build.mutation({ ...defineCommand('requestClaimCode'), ...keepSessionOptions }),
    claimByPhone: build.mutation({ ...defineCommand('claimByPhone'), ...keepSessionOptions }),
    requestResetCode: build.mutation({ ...defineCommand('requestResetCode'), ...keepSessionOptions }),
    resetByPhone: build.mutation({ ...defineCommand('resetByPhone'), ...keepSessionOptions }),
  }),
})
