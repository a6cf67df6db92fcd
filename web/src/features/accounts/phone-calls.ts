/** Endpoints of phone numbers: linked to an account, claimed, and a forgotten password. */
import { api } from '#web/lib/api/api.ts'
import { command } from '#web/lib/api/request.ts'
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
    requestPhoneCode: build.mutation(command('requestPhoneCode')),
    linkPhone: build.mutation(command('linkPhone')),
    unlinkPhone: build.mutation(command('unlinkPhone')),
    requestClaimCode: build.mutation({ ...command('requestClaimCode'), ...keepsSession }),
    claimByPhone: build.mutation({ ...command('claimByPhone'), ...keepsSession }),
    requestResetCode: build.mutation({ ...command('requestResetCode'), ...keepsSession }),
    resetByPhone: build.mutation({ ...command('resetByPhone'), ...keepsSession }),
  }),
})
