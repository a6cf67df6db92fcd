/** Position of the phone, if the driver allows it. Nothing depends on it. */
import type { Coordinates } from '#domain/first-zones.ts'
import type { Said } from '#web/lib/outbox/stored-action.ts'

type Fix = NonNullable<Said['fix']>

/** An older position says nothing about the present stop. */
const RECENT_MS = 120_000

let last: { fix: Fix; at: number } | undefined
let watch: number | undefined

/** Follows the position; the browser asks the driver first. Without permission there is none. */
export function followPosition(): void {
  if (watch !== undefined || !('geolocation' in navigator)) return
  const keep = ({ coords, timestamp }: GeolocationPosition) => {
    const { latitude: lat, longitude: lon, accuracy: acc } = coords
    last = { fix: { lat, lon, acc, tst: Math.round(timestamp / 1_000) }, at: performance.now() }
  }
  const failed = ({ code }: GeolocationPositionError) => {
    if (code === GeolocationPositionError.PERMISSION_DENIED) stopFollowing()
  }
  watch = navigator.geolocation.watchPosition(keep, failed, { enableHighAccuracy: true, maximumAge: 30_000 })
}

export function stopFollowing(): void {
  if (watch !== undefined) navigator.geolocation.clearWatch(watch)
  watch = undefined
  last = undefined
}

/** Follows the position without a question, if the driver has allowed it before. */
export async function followIfAllowed(): Promise<void> {
  try {
    const { state } = await navigator.permissions.query({ name: 'geolocation' })
    if (state === 'granted') followPosition()
  } catch (error) {
    console.info('The permission for positions is not known.', error)
  }
}

/** Returns the position, unless it is older than two minutes. */
export const recentFix = (): Fix | undefined => (last && performance.now() - last.at < RECENT_MS ? last.fix : undefined)

export function recentPoint(): Coordinates | undefined {
  const fix = recentFix()
  return fix && { lat: fix.lat, lng: fix.lon }
}
