/** The pair of keys by which push services know this installation (RFC 8292), made of a key that the vault made. */
import { createECDH, hash } from 'node:crypto'

/** The name of the vault's key for pushes. */
export const PUSH_KEY = 'push'

export interface VapidKeys {
  publicKey: string
  privateKey: string
}

/** The same pair for the same bytes. */
export function vapidKeys(secret: Uint8Array): VapidKeys {
  // Four in a billion numbers of 32 bytes are no private key of the curve; then the next one is tried.
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
