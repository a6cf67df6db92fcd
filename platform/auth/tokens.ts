/** Tokens: signed for 24 hours, and dead at once when the owner's session version in the vault moves on. */

import { type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Role, Zone } from '#rules/city.ts'
import type { Vault } from '../vault/vault.ts'

/** Who is calling, as their token says and the vault confirms. */
export interface Principal {
  userId: string
  role: Role
  zone?: Zone
  facility?: string
  /** Signed in with a password that an admin handed on; ends with the session, as every change of a password ends it. */
  mustChangePassword?: true
  /** The session that the token is of. */
  sessionId: string
  /** The token is of the session before the present one: it proves who it was given to, and admits to nothing. */
  ended?: true
}

export interface Tokens {
  /** A token for 24 hours from `issuedAt` (milliseconds); the same arguments give the same token. */
  issue(principal: Principal, sessionVersion: number, issuedAt: number): Promise<string>
  /** The token's owner, or undefined when it is forged, expired, or its sessions were ended. */
  verify(token: string): Promise<Principal | undefined>
  /** The owner, marked as ended, of an unexpired token whose session was ended by the last change; else undefined. */
  verifyEnded(token: string): Promise<Principal | undefined>
}

const LIFETIME_SECONDS = 24 * 60 * 60
/** Clocks of two machines may differ by so much: a token may be issued a little ahead of ours. */
const CLOCKS_DIFFER_SECONDS = 60
/** How long a token, and so its session, lasts. */
export const LIFETIME_MS = LIFETIME_SECONDS * 1000
/** When a session was last used is kept this roughly, so that hardly a call has to write it. */
const SEEN_EVERY_MS = 5 * 60_000

interface Verified {
  principal: Principal
  version: number
  /** In milliseconds since 1970. */
  expiresAt: number
  /** When the vault was last told that the session is used. */
  seenAt: number
}

/** Without `sid` it is of a time before sessions were kept, and good no more. */
type Claims = Omit<Principal, 'userId' | 'sessionId'> & { sid?: string; version: number }

/**
 * Tokens as JWT (HS256) under `secret`, at least 32 bytes. The vault is asked on every call; signatures are remembered.
 * While a secret is being replaced, tokens under the `previous` one are still good; none is issued under it.
 */
export function createTokens(secret: Uint8Array, vault: Vault, previous?: Uint8Array): Tokens {
  // Imported once: importing the raw bytes anew for every token costs more than the signature.
  const key = importKey(secret)
  const keys = previous ? [key, importKey(previous)] : [key]
  const verified = new LRUCache<string, Verified>({ max: 50_000 })

  async function verifySignature(token: string): Promise<Verified | undefined> {
    const known = verified.get(token)
    if (known && known.expiresAt > Date.now()) return known
    const payload = await payloadOf(token)
    if (!payload?.sub || !payload.exp || !isOurs(payload)) return undefined
    const { role, zone, facility, mustChangePassword, sid: sessionId, version } = payload as unknown as Claims
    if (!sessionId) return undefined
    const principal = { userId: payload.sub, role, zone, facility, mustChangePassword, sessionId }
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

/** Whether it could have been issued here: whoever stole the secret gets no token that outlives its replacement. */
function isOurs({ iat, exp = Infinity }: JWTPayload): boolean {
  if (iat === undefined || exp - iat > LIFETIME_SECONDS) return false
  return iat <= Date.now() / 1000 + CLOCKS_DIFFER_SECONDS
}
