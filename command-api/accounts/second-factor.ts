/** Second factor: single-use app codes (RFC 6238) and recovery codes. */
import { createHmac, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { msg } from '#contract/languages/message.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { recordSecurityEntry } from './security-log.ts'

const PERIOD_S = 30
/** Periods of 30 s by which a phone's clock may differ, either way. */
const WINDOW = 1
const SECRET_BYTES = 20
const RECOVERY_CODES = 10
const RECOVERY_BYTES = 5

export const WRONG_CODE_MESSAGE = msg`This code is wrong or was already used`

const totpOf = (secret: string, label: string) =>
  new TOTP({ issuer: 'WasteSense', label, period: PERIOD_S, secret: Secret.fromBase32(secret) })

/** Returns whether this person must enter a code to sign in. */
export const hasSecondFactor = async ({ vault }: Kernel, userId: string): Promise<boolean> =>
  (await vault.secondFactor(userId))?.active === true

/**
 * Returns a new secret for the second factor, and its URI for a QR code.
 * Returns undefined if the second factor is already on.
 */
export async function beginSecondFactor(
  { vault, sealer }: Kernel,
  userId: string,
  label: string,
): Promise<{ secret: string; uri: string } | undefined> {
  const secret = new Secret({ size: SECRET_BYTES }).base32
  const isKept = await vault.saveSecondFactor(userId, await sealer.seal(userId, { secret }))
  return isKept ? { secret, uri: totpOf(secret, label).toString() } : undefined
}

/**
 * Switches on the second factor after a valid code.
 * Returns the recovery codes, which are shown only once.
 */
export async function activateSecondFactor(
  kernel: Kernel,
  userId: string,
  code: string,
): Promise<string[] | undefined> {
  if (!(await isRightCode(kernel, userId, code))) return undefined
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  const isOn = await kernel.vault.activateSecondFactor(userId, codes.map(hashOf(kernel, userId)))
  return isOn ? codes : undefined
}

/** Returns whether an app or recovery code is valid, and uses it up. */
export async function redeemSecondFactorCode(kernel: Kernel, userId: string, code: string): Promise<boolean> {
  if (await isRightCode(kernel, userId, code)) return true
  const isSpent = await kernel.vault.spendRecoveryCode(userId, hashOf(kernel, userId)(normal(code)))
  if (isSpent) await recordSecurityEntry(kernel, 'recovery-code-used', { userId })
  return isSpent
}

async function isRightCode({ vault, sealer, clock }: Kernel, userId: string, typed: string): Promise<boolean> {
  const code = typed.replaceAll(/\s/g, '')
  const kept = await vault.secondFactor(userId)
  if (!kept || !/^\d{6}$/.test(code)) return false
  const [opened] = await sealer.open<{ secret: string }>([{ personId: userId, sealed: kept.sealed }])
  const timestamp = clock().getTime()
  const off = opened && totpOf(opened.secret, userId).validate({ token: code, timestamp, window: WINDOW })
  // The vault marks the code's time step as used, so nobody can use an observed code again.
  return typeof off === 'number' && vault.spendCode(userId, Math.floor(timestamp / 1000 / PERIOD_S) + off)
}

/** Returns a random recovery code: 40 bits as hex digits, in two groups. */
function newRecoveryCode(): string {
  const text = randomBytes(RECOVERY_BYTES).toString('hex')
  return `${text.slice(0, 5)}-${text.slice(5)}`
}

const normal = (code: string) => code.trim().toLowerCase()
/**
 * Returns a function that hashes recovery codes with a secret key.
 * Without the key, a code's 40 bits could be brute-forced in minutes.
 * The key is not in the vault's file.
 */
const hashOf =
  ({ keys }: Kernel, userId: string) =>
  (code: string) =>
    createHmac('sha256', keys.recovery).update(`recovery\n${userId}\n${code}`).digest('base64url')
