/**
 * Issues and verifies signed tokens.
 * A token ends after 24 hours, or when the vault's session version changes.
 */

import { type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { ROLES, type Role, type Zone } from '#domain/city.ts'
import type { Vault } from '../vault/vault.ts'

/** A request's caller, from the token and verified by the vault. */
export interface Principal {
  userId: string
  role: Role
  zone?: Zone
  facility?: string
  /**
   * Set after sign-in with a password known to an admin.
   * Changing the password ends the session.
   */
  mustChangePassword?: true
  /** Id of the token's session. */
  sessionId: string
  /**
   * Set if the session has ended.
   * The token identifies its owner but grants no access.
   */
  ended?: true
}

export interface Tokens {
  /**
   * Returns a token valid for 24 hours from `issuedAt` (ms).
   * Equal arguments give equal tokens.
   */
  issue(principal: Principal, sessionVersion: number, issuedAt: number): Promise<string>
  /**
   * Returns the token's owner.
   * Returns undefined for a forged or expired token, or an ended session.
   */
  verify(token: string): Promise<Principal | undefined>
  /**
   * Returns the owner of an unexpired token whose session was ended by changed credentials.
   * The returned object has `ended` set.
   * Returns undefined for any other token.
   */
  verifyEnded(token: string): Promise<Principal | undefined>
}

const LIFETIME_SECONDS = 24 * 60 * 60
/**
 * Accepted difference between the clocks of two machines in seconds.
 * A token may therefore be issued slightly in the future.
 */
const CLOCKS_DIFFER_SECONDS = 60
/** Lifetime of a token and its session, in ms. */
export const TOKEN_LIFETIME_MS = LIFETIME_SECONDS * 1000
/** Minimum ms between updates of a session's last use, to save writes. */
const SEEN_EVERY_MS = 5 * 60_000

interface Verified {
  principal: Principal
  version: number
  /** Expiry of the cached token in epoch ms. */
  expiresAt: number
  /** Time of the session's last use in epoch ms, as stored in the vault. */
  seenAt: number
}

/** Claims of a token; those without `sid` predate sessions and are invalid. */
const Claims = z.object({
  role: z.enum(ROLES),
  zone: z.string().optional(),
  facility: z.string().optional(),
  mustChangePassword: z.literal(true).optional(),
  sid: z.string(),
  version: z.number(),
})

/**
 * Creates the functions for JWT tokens (HS256); `secret` has at least 32 bytes.
 * Every verification asks the vault; only signature checks are cached.
 * Tokens signed with the older secret `previous` stay valid.
 */
export function createTokens(secret: Uint8Array, vault: Vault, previous?: Uint8Array): Tokens {
  // Imports the key once.
  // An import for each token would take longer than checking the signature.
  const key = importKey(secret)
  const keys = previous ? [key, importKey(previous)] : [key]
  const verified = new LRUCache<string, Verified>({ max: 50_000 })

  async function verifySignature(token: string): Promise<Verified | undefined> {
    const known = verified.get(token)
    if (known && known.expiresAt > Date.now()) return known
    const payload = await payloadOf(token)
    if (!payload?.sub || !payload.exp || !isOurs(payload)) return undefined
    const claims = Claims.safeParse(payload)
    if (!claims.success) return undefined
    const { sid: sessionId, version, ...own } = claims.data
    const principal = { userId: payload.sub, ...own, sessionId }
    const fresh = { principal, version, expiresAt: payload.exp * 1000, seenAt: (payload.iat ?? 0) * 1000 }
    verified.set(token, fresh)
    return fresh
  }

  async function payloadOf(token: string): Promise<JWTPayload | undefined> {
    for (const key of keys) {
      const payload = await jwtVerify(token, await key, { algorithms: ['HS256'] }).then(
        (result) => result.payload,
        () => undefined,
      )
      if (payload) return payload
    }
    return undefined
  }

  async function noteUse(found: Verified): Promise<void> {
    const now = Date.now()
    const { userId, sessionId } = found.principal
    if (now - found.seenAt < SEEN_EVERY_MS) return
    found.seenAt = now
    await vault.seenSession(userId, sessionId, now)
  }

  return {
    async issue({ userId, role, zone, facility, mustChangePassword, sessionId: sid }, version, issuedAt) {
      const seconds = Math.floor(issuedAt / 1000)
      return new SignJWT({ role, zone, facility, mustChangePassword, sid, version })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(userId)
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + LIFETIME_SECONDS)
        .sign(await key)
    },

    async verify(token) {
      const found = await verifySignature(token)
      if (!found) return undefined
      const { userId, sessionId } = found.principal
      if ((await vault.sessionVersion(userId, sessionId)) !== found.version) return undefined
      await noteUse(found)
      return found.principal
    },

    async verifyEnded(token) {
      const found = await verifySignature(token)
      if (!found) return undefined
      const credentials = await vault.credentials(found.principal.userId)
      return credentials?.sessionVersion === found.version + 1 ? { ...found.principal, ended: true } : undefined
    },
  }
}

const importKey = (secret: Uint8Array) =>
  crypto.subtle.importKey('raw', new Uint8Array(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])

/**
 * Returns whether this installation could have issued the token.
 * Lifetimes above the limit are refused, so a stolen secret does not allow longer ones.
 */
function isOurs({ iat, exp = Infinity }: JWTPayload): boolean {
  if (iat === undefined || exp - iat > LIFETIME_SECONDS) return false
  return iat <= Date.now() / 1000 + CLOCKS_DIFFER_SECONDS
}
