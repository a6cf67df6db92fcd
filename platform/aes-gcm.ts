/** Encrypts with AES-256-GCM as nonce ‖ ciphertext ‖ tag, optionally bound to a context. */
import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Number of nonces per request for random bytes. A request for each nonce would cost more than the cipher. */
const NONCES = 256

let pool = new Uint8Array()

function nextNonce(): Uint8Array {
  if (pool.length === 0) pool = randomBytes(NONCE_BYTES * NONCES)
  const nonce = pool.subarray(0, NONCE_BYTES)
  pool = pool.subarray(NONCE_BYTES)
  return nonce
}

/** Encrypts bytes. Decryption needs the same key and the same context `about`. */
export function encrypt(key: KeyObject, plain: Uint8Array, about = ''): Buffer {
  const nonce = nextNonce()
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(about))
  const ciphertext = [cipher.update(plain), cipher.final()]
  return Buffer.concat([nonce, ...ciphertext, cipher.getAuthTag()])
}

/** Decrypts bytes. Throws if key or `about` differs, or if the bytes were changed. */
export function decrypt(key: KeyObject, bytes: Uint8Array, about = ''): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(about))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
}
