/** Recognizes known devices by a signed token from an earlier sign-in. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Time after which an unused device counts as unknown again. */
const KNOWN_MS = 180 * 24 * 60 * 60_000
const SEEN_BYTES = 9

const signDeviceToken = (key: Uint8Array, ...parts: string[]) =>
  createHmac('sha256', key)
    .update(['device', ...parts].join('\n'))
    .digest('base64url')
    .slice(0, 32)

/** Returns a token that marks a known device without revealing the account. */
export function createDeviceToken(key: Uint8Array, userId: string, now: number): string {
  const text = `${randomBytes(SEEN_BYTES).toString('base64url')}.${now.toString(36)}`
  const owned = `${text}.${signDeviceToken(key, text, userId)}`
  return `${owned}.${signDeviceToken(key, owned)}`
}

/**
 * Returns those device tokens that this installation issued and that have not expired.
 * The tokens may belong to any account.
 */
function selectGenuineTokens(key: Uint8Array, texts: readonly string[] = [], now: number): string[] {
  return texts.filter((text) => {
    const [random, since = '', owner, signature = ''] = text.split('.')
    const wanted = Buffer.from(signDeviceToken(key, `${random}.${since}.${owner}`))
    const given = Buffer.from(signature)
    const isOurs = given.length === wanted.length && timingSafeEqual(given, wanted)
    return isOurs && now - Number.parseInt(since, 36) < KNOWN_MS
  })
}

/**
 * Returns the first valid token, of any account, or undefined.
 * Rate limits use it to distinguish devices of one network.
 */
export const findValidDeviceToken = (
  key: Uint8Array,
  texts: readonly string[] | undefined,
  now: number,
): string | undefined => selectGenuineTokens(key, texts, now)[0]

/** Returns the first valid device token of this account, or undefined. */
export function findDeviceTokenOfAccount(
  key: Uint8Array,
  userId: string,
  texts: readonly string[] | undefined,
  now: number,
): string | undefined {
  return selectGenuineTokens(key, texts, now).find((text) => {
    const [random, since, owner] = text.split('.')
    return owner === signDeviceToken(key, `${random}.${since}`, userId)
  })
}

const BROWSERS = [
  [/\bEdg/, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const
const SYSTEMS = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b|\biPad\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const

/** Returns a recognizable device name such as `Chrome on Android`. */
export function describeDevice(userAgent: string): string {
  const named = (names: readonly (readonly [RegExp, string])[]) =>
    names.find(([pattern]) => pattern.test(userAgent))?.[1]
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)]
  return [browser ?? 'Unknown browser', ...(system ? [system] : [])].join(' on ')
}
