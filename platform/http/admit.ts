/** Admits a request: authenticates the sender, checks the role, parses the input. */

import type { Request } from 'express'
import { type Endpoint, type EndpointName, endpoints } from '#contract/endpoints.ts'
import { isRejection, type Rejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { bearerTokenOf } from '../auth/authorization-header.ts'
import type { Principal, Tokens } from '../auth/tokens.ts'
import { isLocalRequest, networkOfClient } from './network.ts'
import { rejectInvalidFields, requestLocaleOf } from './problems.ts'

type Exceptions = Pick<Endpoint, 'beforeOwnPassword' | 'endsSession'>

/** Returns the principal of the request's token, or a rejection. */
export async function authenticateRequest(
  tokens: Tokens,
  request: Request,
  { beforeOwnPassword, endsSession }: Exceptions = {},
): Promise<Principal | Rejection> {
  const token = bearerTokenOf(request.get('Authorization'))
  const principal = token && ((await tokens.verify(token)) ?? (endsSession && (await tokens.verifyEnded(token))))
  if (!principal) return reject('unauthenticated', msg`Please sign in.`)
  if (principal.mustChangePassword && !beforeOwnPassword)
    return reject('forbidden', msg`Choose your own password first: the current one is only for your first sign-in.`)
  return principal
}

/** Returns the principal, undefined for a public endpoint, or a rejection. */
export async function authorizeRequest(
  name: EndpointName,
  tokens: Tokens,
  request: Request,
): Promise<Principal | Rejection | undefined> {
  const { roles, ...exceptions }: Endpoint = endpoints[name]
  if (roles === 'public') return undefined
  const principal = await authenticateRequest(tokens, request, exceptions)
  if (isRejection(principal)) return principal
  if (roles !== 'any' && !roles.includes(principal.role)) return reject('forbidden', msg`Your role may not do this.`)
  return principal
}

/** Parses body, params and query by the endpoint's schemas. */
export function parseInput(
  { body, params, query }: Endpoint,
  request: Request,
): { body?: unknown; params?: unknown; query?: unknown } | Rejection {
  const parsedParams = params?.safeParse(request.params)
  if (parsedParams && !parsedParams.success) return reject('not-found', msg`There is nothing at this address.`)
  const parsedQuery = query?.safeParse(request.query)
  if (parsedQuery && !parsedQuery.success) return rejectInvalidFields(parsedQuery.error)
  const parsedBody = body?.safeParse(request.body ?? {})
  if (parsedBody && !parsedBody.success) return rejectInvalidFields(parsedBody.error)
  return { params: parsedParams?.data, query: parsedQuery?.data, body: parsedBody?.data }
}

/** Returns the client: network, whether local, user agent, language. */
export const clientInfoOf = (request: Request) => ({
  address: networkOfClient(request),
  isLocal: isLocalRequest(request),
  userAgent: request.get('User-Agent') ?? '',
  locale: requestLocaleOf(request),
})
