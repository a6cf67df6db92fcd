/** What this browser keeps of the accounts that signed in here, beyond their sessions: so that strangers can't lock them out. */
import { remembered } from '#web/format/storage.ts'

const DEVICES_KEY = 'wastesense_devices'
/** As many as the server takes; of people who share a browser the last ones. */
const MOST = 5

/** What is sent with a sign-in, and with the wish for a reset. */
export function knownDevices(storage = remembered): string[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(DEVICES_KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((token) => typeof token === 'string').slice(0, MOST) : []
  } catch (error) {
    console.warn('What is kept of earlier sign-ins could not be read.', error)
    return []
  }
}

/** Keeps what a sign-in answered, in place of the oldest. */
export function keepDevice(device: string | undefined, storage = remembered): void {
  if (device) storage.setItem(DEVICES_KEY, JSON.stringify([device, ...knownDevices(storage)].slice(0, MOST)))
}
