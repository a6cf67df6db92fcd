/** Admins' endpoints of gateways: secrets and traffic. */
import { api } from '#web/lib/api/api.ts'
import { command, query } from '#web/lib/api/request.ts'

const calls = api.enhanceEndpoints({ addTagTypes: ['Gateways'] }).injectEndpoints({
  endpoints: (build) => ({
    gateways: build.query({ ...query('gateways'), providesTags: ['Gateways'] }),
    phoneTraffic: build.query(query('phoneTraffic')),
    smsTraffic: build.query(query('smsTraffic')),
    createGatewaySecret: build.mutation(command('createGatewaySecret')),
    revokeGatewaySecret: build.mutation(command('revokeGatewaySecret')),
  }),
})

export const {
  useGatewaysQuery,
  usePhoneTrafficQuery,
  useSmsTrafficQuery,
  useCreateGatewaySecretMutation,
  useRevokeGatewaySecretMutation,
} = calls

/** Reloads the list of gateways. */
export const gatewaysChanged = () => calls.util.invalidateTags(['Gateways'])
