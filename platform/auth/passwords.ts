/** Passwords: argon2id hashes, and a check that takes as long for an account that does not exist. */
import { hash, verify } from '@node-rs/argon2'

/** OWASP's argon2id profile: 19 MiB, 2 passes, 1 lane (Password Storage Cheat Sheet). */
const PROFILE = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The hash of a password, in PHC string form. Unicode is compared in NFKC, so that keyboards agree. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), PROFILE)
}

let nobody: Promise<string> | undefined

/** Whether the password is the hash's; with no hash it spends the same time and says no. */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  nobody ??= hashPassword('nobody has this password')
  const matches = await verify(passwordHash ?? (await nobody), password.normalize('NFKC'))
  return matches && passwordHash !== undefined
}
