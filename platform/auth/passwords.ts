/**
 * Hashes and checks passwords with argon2id.
 * A check takes equally long without an account.
 */
import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'

/** OWASP's argon2id profile (Password Storage Cheat Sheet): 19 MiB, 2 passes, 1 lane. */
const ARGON2_OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Maximum number of passwords hashed at once.
 * Hashing uses Node's four pool threads, which also read files.
 * Many sign-ins at once must not delay pages and photos.
 */
const HASHES_AT_ONCE = 2
const inTurn = pLimit(HASHES_AT_ONCE)

/**
 * Returns a password's hash in PHC string format.
 * Normalizes Unicode to NFKC, because keyboards produce different forms.
 */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize('NFKC'), ARGON2_OPTIONS))
}

let unmatchableHash: Promise<string> | undefined

/**
 * Returns whether the password matches the hash.
 * Without a hash it takes equally long and returns false.
 */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  unmatchableHash ??= hashPassword('nobody has this password')
  const known = passwordHash ?? (await unmatchableHash)
  const matches = await inTurn(() => verify(known, password.normalize('NFKC')))
  return matches && passwordHash !== undefined
}
