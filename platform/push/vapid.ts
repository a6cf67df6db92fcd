/** Derives the VAPID key pair (RFC 8292) of this installation from a key of the vault. */
import { createECDH, hash } from 'node:crypto'

/** Name of the key in the vault from which the push keys are derived. */
export const PUSH_KEY_NAME = 'push'

export interface VapidKeys {
  publicKey: string
  privateKey: string
}

/** Derives the key pair from `secret`. The same secret always gives the same pair. */
export function deriveVapidKeys(secret: Uint8Array): VapidKeys {
  // Try the next value if this one is not a valid private key. Of 32-byte values, four in a billion are not.
  for (let n = 0; ; n++) {
    const privateKey = hash('sha256', Buffer.concat([secret, Buffer.from([n])]), 'buffer')
    const pair = createECDH('prime256v1')
    try {
      pair.setPrivateKey(privateKey)
    } catch (error) {
      if (n > 8) throw error
      continue
    }
    return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
  }
}
