/** Test doubles of push: a local push service and a browser. */

import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:https'
import { importJWK, jwtVerify } from 'jose'
import { reserveFreePort } from '../../tests/fixtures/free-ports.ts'
import type { PushMessage, PushTarget } from './push.ts'
import type { PushAccessOptions } from './web-push.ts'

/** Self-signed key for localhost, used only in tests. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgx+/6dvTdp2TyDCHg
r2IHaEVmEyL38iFIDuvUIxhlW7ihRANCAASkba0z0PuM3n7MxhP0XHiFFycwYIbV
z9lECW5r9Zb8cfUuAPb0eTDihRzY3/32OCTDED/aNEiZ0eyZOXpxniXR
-----END PRIVATE KEY-----`
const CERT = `-----BEGIN CERTIFICATE-----
MIIBaDCCAQ2gAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv
c3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBQxEjAQBgNVBAMM
CWxvY2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABKRtrTPQ+4zefszG
E/RceIUXJzBghtXP2UQJbmv1lvxx9S4A9vR5MOKFHNjf/fY4JMMQP9o0SJnR7Jk5
enGeJdGjTjBMMBoGA1UdEQQTMBGCCWxvY2FsaG9zdIcEfwAAATAPBgNVHRMBAf8E
BTADAQH/MB0GA1UdDgQWBBQ8pp5WZDTH51upaFH42+og1/oWHjAKBggqhkjOPQQD
AgNJADBGAiEApYrrODHDj7/mXXCA6ybwJblFBTEcClWaHJznOxWW+D8CIQCuE9me
nxkek3hBSgPwcLNz4BqhK3H3ITpOWHDRHh3zSA==
-----END CERTIFICATE-----`

interface ReceivedPush {
  /** Requested path. */
  path: string
  headers: Record<string, string | string[] | undefined>
  body: Buffer
  /** Payload of the signed token; undefined if `key` does not match. */
  signed: { aud?: unknown; sub?: unknown; exp?: number | undefined } | undefined
  /** Public key that the push request names. */
  key: string
}

/**
 * Starts a local push service, which verifies signatures (RFC 8292) and records requests.
 * `answers` lists statuses by path, one per request.
 * The last is repeated, and 201 is the default.
 * 'silence' leaves a request open and calls `unheard`.
 * `retryAfter` is the Retry-After header of refusals, by path.
 */
export async function openPushService(
  answers: Record<string, (number | 'silence')[]> = {},
  retryAfter: Record<string, string> = {},
  unheard: () => void = () => undefined,
) {
  const came: ReceivedPush[] = []
  const server = createServer({ key: KEY, cert: CERT }, (asked, answer) => {
    const pieces: Buffer[] = []
    asked.on('data', (piece: Buffer) => pieces.push(piece))
    asked.on('end', async () => {
      const path = asked.url ?? ''
      const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(asked.headers.authorization ?? '') ?? []
      const signed = await signedBy(token, key)
      came.push({ path, headers: asked.headers, body: Buffer.concat(pieces), signed, key })
      const turns = answers[path] ?? [201]
      const status = turns.length > 1 ? turns.shift() : turns[0]
      if (status === 'silence') return unheard()
      const after = status && status >= 400 && retryAfter[path]
      if (after) answer.setHeader('Retry-After', after)
      answer.writeHead(status ?? 201, { Location: '/elsewhere' }).end('x'.repeat(100))
    })
  })
  const port = await reserveFreePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const origin = `https://localhost:${port}`
  const reach: PushAccessOptions = { mayReach: (endpoint) => endpoint.startsWith(origin), connection: { ca: CERT } }
  return {
    origin,
    came,
    reach,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Returns the token's payload if this key signed the token. */
async function signedBy(token: string, key: string): Promise<ReceivedPush['signed']> {
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  try {
    const known = await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256')
    return (await jwtVerify(token, known)).payload
  } catch {
    return undefined
  }
}

/** Test browser that subscribes with its own keys and decrypts pushes (RFC 8291). */
export function createPushBrowserDouble(endpoint: string) {
  const pair = createECDH('prime256v1')
  const own = pair.generateKeys()
  const auth = randomBytes(16)
  const derive = (secret: Buffer, salt: Buffer, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, info, length))
  const target: PushTarget = {
    endpoint,
    keys: { p256dh: own.toString('base64url'), auth: auth.toString('base64url') },
  }
  return {
    target,
    /** Decrypts a push; throws if it is for another browser. */
    read(body: Buffer): PushMessage {
      const salt = body.subarray(0, 16)
      const theirs = body.subarray(21, 21 + 65)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, theirs])
      const secret = derive(pair.computeSecret(theirs), auth, info, 32)
      const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
      const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12)
      const sealed = body.subarray(21 + 65)
      const decipher = createDecipheriv('aes-128-gcm', key, nonce)
      decipher.setAuthTag(sealed.subarray(-16))
      const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
      return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString('utf8'))
    },
  }
}
