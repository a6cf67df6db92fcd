/** API endpoints for admins: secrets and traffic of phone gateways. */
import { api } from '#web/lib/api/api.ts'
import { defineCommand, defineQuery } from '#web/lib/api/request.ts'

const calls = api.enhanceEndpoints({ addTagTypes: ['Gateways'] }).injectEndpoints({
  endpoints: (build) => ({
    gateways: build.query({ ...defineQuery('gateways'), providesTags: ['Gateways'] }),
    phoneTraffic: build.query(defineQuery('phoneTraffic')),
    smsTraffic: build.query(defineQuery('smsTraffic')),
    createGatewaySecret: build.mutation(defineCommand('createGatewaySecret')),
    revokeGatewaySecret: build.mutation(defineCommand('revokeGatewaySecret')),
  }),
})

export const {
  useGatewaysQuery,
  usePhoneTrafficQuery,
  useSmsTrafficQuery,
  useCreateGatewaySecretMutation,
  useRevokeGatewaySecretMutation,
} = calls

/** Causes the list of gateways to reload. */
export const invalidateGateways = () => calls.util.invalidateTags(['Gateways'])
