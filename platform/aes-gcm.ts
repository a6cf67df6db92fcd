/** AES-256-GCM as everything here uses it: nonce ‖ ciphertext ‖ tag, bound to what it is for where that is given. */
import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Random bytes are taken from the system for so many nonces at once: one by one they cost more than the cipher. */
const NONCES = 256

let pool = new Uint8Array()

function nextNonce(): Uint8Array {
  if (pool.length === 0) pool = randomBytes(NONCE_BYTES * NONCES)
  const nonce = pool.subarray(0, NONCE_BYTES)
  pool = pool.subarray(NONCE_BYTES)
  return nonce
}

/** What was encrypted `about` something is decrypted about the same only. */
export function encrypt(key: KeyObject, plain: Uint8Array, about = ''): Buffer {
  const nonce = nextNonce()
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(about))
  const ciphertext = [cipher.update(plain), cipher.final()]
  return Buffer.concat([nonce, ...ciphertext, cipher.getAuthTag()])
}

/** Throws when the key is another one, the bytes were changed, or they are about something else. */
export function decrypt(key: KeyObject, bytes: Uint8Array, about = ''): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(about))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
}
