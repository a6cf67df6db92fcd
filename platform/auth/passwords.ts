/**
 * Hashes passwords with argon2id.
 * A check takes as long for an account that does not exist.
 */
import { hash, verify } from '@node-rs/argon2'

/** OWASP's argon2id profile: 19 MiB, 2 passes, 1 lane (Password Storage Cheat Sheet). */
const PROFILE = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Returns the hash of a password in PHC string form.
 * Unicode is normalized to NFKC, so different keyboards agree.
 */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), PROFILE)
}

let nobody: Promise<string> | undefined

/**
 * Whether the password matches the hash.
 * Without a hash it takes the same time and returns false.
 */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  nobody ??= hashPassword('nobody has this password')
  const matches = await verify(passwordHash ?? (await nobody), password.normalize('NFKC'))
  return matches && passwordHash !== undefined
}
