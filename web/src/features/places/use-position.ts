/** Reads the position of this device. */
import { t } from '@lingui/core/macro'
import { useState } from 'react'
import type { Coordinates } from '#domain/zones.ts'
import { roundedPoint } from '#web/lib/format/bins.ts'
import { figure, withUnit } from '#web/lib/format/numbers.ts'

/** Longest wait for the device's position by satellite, in ms. */
const TIMEOUT_MS = 20_000
/** Accuracy in metres. A less accurate position needs a correction on the map. */
const EXACT_M = 30

export interface DevicePosition {
  isBusy: boolean
  /** Result of the last request as text: the failure, or the accuracy of the position. */
  note: string | undefined
  ask(): void
}

/** Returns a function that asks for the position once. `found` is called with the position. */
export function useDevicePosition(found: (place: Coordinates) => void): DevicePosition {
  const [isBusy, setBusy] = useState(false)
  const [note, setNote] = useState<string>()

  function ask() {
    const { geolocation } = navigator
    if (!geolocation) return setNote(unavailable())
    setBusy(true)
    setNote(undefined)
    geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) => {
        setBusy(false)
        setNote(accuracyNote(accuracy))
        found(roundedPoint({ lat: latitude, lng: longitude }))
      },
      ({ code, PERMISSION_DENIED }) => {
        setBusy(false)
        setNote(code === PERMISSION_DENIED ? denied() : unavailable())
      },
      { enableHighAccuracy: true, timeout: TIMEOUT_MS },
    )
  }

  return { isBusy, note, ask }
}

const unavailable = () => t`Your location is not known. Put the pin on the map instead.`
const denied = () => t`This page has no access to your location. Allow it in your browser, or put the pin on the map.`

function accuracyNote(metres: number): string | undefined {
  if (metres <= EXACT_M) return undefined
  const distance = withUnit(figure(Math.round(metres)), 'm')
  return t`The location from your phone is only accurate to ${distance}. Move the map until the pin is right.`
}
