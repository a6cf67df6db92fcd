/** Decides who may read an installation's health: admins, auditors, its processes. */
import type { Role } from '#domain/city.ts'
import type { HealthReadAuthorizer } from '../http/health.ts'
import { bearerTokenOf, isInternalAuthorization } from './authorization-header.ts'
import type { Tokens } from './tokens.ts'

const READERS: readonly Role[] = ['admin', 'auditor']

/**
 * Returns the function that decides who may read the health.
 * `tokens` verifies users, `tokenSecret` verifies other processes.
 */
export function createHealthReadAuthorizer({
  tokens,
  tokenSecret,
}: {
  tokens?: Tokens
  tokenSecret?: string
}): HealthReadAuthorizer {
  return async (authorization) => {
    if (!authorization) return false
    if (tokenSecret && isInternalAuthorization(tokenSecret, authorization)) return true
    const token = bearerTokenOf(authorization)
    const principal = token && (await tokens?.verify(token))
    return Boolean(principal) && READERS.includes((principal as { role: Role }).role)
  }
}
