/**
 * Device tokens of accounts that signed in with this browser.
 * They protect the accounts from lockout by strangers.
 */
import { browserStorage } from '#web/lib/format/storage.ts'

const DEVICES_KEY = 'wastesense_devices'
/** The server's limit; a shared browser stores the latest. */
const MAX_TOKENS = 5

/** Returns the tokens to send with a sign-in or a reset request. */
export function deviceTokens(storage = browserStorage): string[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(DEVICES_KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((token) => typeof token === 'string').slice(0, MAX_TOKENS) : []
  } catch (error) {
    console.warn('What is kept of earlier sign-ins could not be read.', error)
    return []
  }
}

/** Stores the token of a sign-in and drops the oldest beyond the limit. */
export function storeDeviceToken(device: string | undefined, storage = browserStorage): void {
  if (device) storage.setItem(DEVICES_KEY, JSON.stringify([device, ...deviceTokens(storage)].slice(0, MAX_TOKENS)))
}
