/** Derives the VAPID key pair (RFC 8292) of this installation from a key of the vault. */
import { createECDH, hash } from 'node:crypto'

/** Name of the vault's key for pushes. */
export const PUSH_KEY_NAME = 'push'

export interface VapidKeys {
  publicKey: string
  privateKey: string
}

/** Derives the pair from `secret`, always the same one. */
export function vapidKeys(secret: Uint8Array): VapidKeys {
  // Four in a billion values of 32 bytes are not a valid private key. Then the next one is tried.
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
