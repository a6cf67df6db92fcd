/** Derives this installation's VAPID key pair (RFC 8292) from a vault key. */
import { createECDH, hash } from 'node:crypto'

/** Name of the vault key from which the push keys are derived. */
export const PUSH_KEY_NAME = 'push'

export interface VapidKeys {
  publicKey: string
  privateKey: string
}

/** Derives the key pair from `secret`, always the same for one secret. */
export function deriveVapidKeys(secret: Uint8Array): VapidKeys {
  // Tries the next hash if a hash is no valid private key.
  // This happens for four in a billion hashes of 32 bytes.
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
