/**
 * Optional abilities of the phone: position, photos, persistent storage.
 * A shift works without them.
 */
import type { Coordinates } from '#domain/zones.ts'
import type { StopOutcomeBody } from '#web/lib/outbox/stored-action.ts'

type PhoneFix = NonNullable<StopOutcomeBody['fix']>

/** Age in ms from which a phone's position is too old to be used for a stop. */
const RECENT_MS = 120_000

let last: { fix: PhoneFix; at: number } | undefined
let watch: number | undefined

/**
 * Starts to follow the phone's position.
 * The browser first asks for permission; without it, there is no position.
 */
export function startWatchingPosition(): void {
  if (watch !== undefined || !('geolocation' in navigator)) return
  const keep = ({ coords, timestamp }: GeolocationPosition) => {
    const { latitude: lat, longitude: lon, accuracy: acc } = coords
    last = { fix: { lat, lon, acc, tst: Math.round(timestamp / 1_000) }, at: performance.now() }
  }
  const failed = ({ code }: GeolocationPositionError) => {
    if (code === GeolocationPositionError.PERMISSION_DENIED) stopWatchingPosition()
  }
  watch = navigator.geolocation.watchPosition(keep, failed, { enableHighAccuracy: true, maximumAge: 30_000 })
}

export function stopWatchingPosition(): void {
  if (watch !== undefined) navigator.geolocation.clearWatch(watch)
  watch = undefined
  last = undefined
}

/**
 * Follows the phone's position if the user gave permission earlier.
 * Never asks for permission.
 */
export async function watchPositionIfAllowed(): Promise<void> {
  try {
    const { state } = await navigator.permissions.query({ name: 'geolocation' })
    if (state === 'granted') startWatchingPosition()
  } catch (error) {
    console.info('The permission for positions is not known.', error)
  }
}

/** Returns the phone's last position; undefined after two minutes. */
export const getRecentPhonePosition = (): PhoneFix | undefined =>
  last && performance.now() - last.at < RECENT_MS ? last.fix : undefined

export function getRecentPhoneCoordinates(): Coordinates | undefined {
  const fix = getRecentPhonePosition()
  return fix && { lat: fix.lat, lng: fix.lon }
}

/** Longest side of a stored photo, in px. */
const MAX_SIDE = 1_280
const QUALITY = 0.8

/**
 * Returns the photo as an upright JPEG of at most 1,280 px.
 * Copies only pixels, without metadata such as the place.
 * Rejects other files.
 */
export async function shrinkPhoto(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  try {
    const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(bitmap.width * scale))
    canvas.height = Math.max(1, Math.round(bitmap.height * scale))
    const context = canvas.getContext('2d')
    if (!context) throw new Error('This browser cannot draw pictures.')
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No JPEG'))), 'image/jpeg', QUALITY),
    )
  } finally {
    bitmap.close()
  }
}

/** Asks the browser to keep this app's data when storage runs out. */
export async function requestPersistentStorage(): Promise<void> {
  try {
    await navigator.storage.persist()
  } catch (error) {
    console.info('This browser may clear what it keeps when space gets short.', error)
  }
}
