/**
 * Draws a map with pins.
 * `pin-map.tsx` loads this module on demand.
 */
import { IconMapPinFilled } from '@tabler/icons-react'
import type { MapLibreMap } from 'maplibre-gl'
import { useEffect, useRef, useState } from 'react'
import type { Coordinates } from '#domain/zones.ts'
import { roundedPoint } from '#web/lib/format/bins.ts'
import { type BaseMap, MapControls, openBaseMap, tryOpenMap, useRecolourOnThemeChange } from './base-map.tsx'
import classes from './pin-map.module.css'

/**
 * Returns the zoom level of a map around a pin.
 * It is lower for the built-in map, which has only main roads.
 */
const pinZoom = (styleUrl: string | undefined) => (styleUrl ? 16 : 14)
/** Zoom at which a zone is shown. */
const ZONE_ZOOM = 13
const MAX_ZOOM = 19

export interface PinCanvasProps {
  /** Accessible name of the map. */
  title: string
  /** Coordinates of the pin; undefined if there is none. */
  at: Coordinates | undefined
  /** Centre of the map if there is no pin. */
  near: Coordinates
  /**
   * Called with the place under the pin after a move.
   * If undefined, the map cannot be moved.
   */
  choose?(place: Coordinates): void
  styleUrl: string | undefined
  /** Called if the browser cannot draw the map. */
  failed(): void
}

export function PinCanvas(props: PinCanvasProps) {
  const { container, opened } = usePinMap(props)
  return (
    <div className={classes.map}>
      <div ref={container} className={classes.canvas} />
      <IconMapPinFilled
        size={36}
        className={classes.pin}
        data-offered={props.at ? undefined : true}
        aria-hidden="true"
      />
      {opened && <MapControls map={opened.map} />}
    </div>
  )
}

function usePinMap(options: PinCanvasProps) {
  const container = useRef<HTMLDivElement>(null)
  const latest = useRef(options)
  latest.current = options
  const [opened, setOpened] = useState<BaseMap | null>(null)
  useEffect(() => {
    if (!container.current) return
    const { title, at, near, choose, styleUrl, failed } = latest.current
    const open = tryOpenMap(() =>
      openBaseMap(
        { ...{ container: container.current as HTMLElement, title, styleUrl }, styled() {}, unstyled() {} },
        {
          center: at ?? near,
          zoom: at ? pinZoom(styleUrl) : ZONE_ZOOM,
          maxZoom: MAX_ZOOM,
          interactive: choose !== undefined,
        },
      ),
    )
    if (!open) return failed()
    const { map } = open
    if (choose) letChoose(map, (place) => latest.current.choose?.(place))
    setOpened(open)
    return () => {
      setOpened(null)
      map.remove()
    }
  }, [])
  useFollow(opened, options.at, pinZoom(options.styleUrl))
  useRecolourOnThemeChange(opened)
  return { container, opened }
}

/** Moves the map to the pin if the pin was not set by moving the map. */
function useFollow(opened: BaseMap | null, at: Coordinates | undefined, zoom: number): void {
  const [lat, lng] = [at?.lat, at?.lng]
  useEffect(() => {
    if (!opened || lat === undefined || lng === undefined) return
    const { map } = opened
    const here = roundedPoint(map.getCenter())
    if (here.lat === lat && here.lng === lng) return
    map.jumpTo({ center: { lat, lng }, zoom: Math.max(map.getZoom(), zoom) })
  }, [opened, lat, lng, zoom])
}

/**
 * Lets the user choose a place by moving the map under the pin.
 * After each move by the user, the map's centre is the chosen place.
 * A tap moves the map to the tapped point.
 */
function letChoose(map: MapLibreMap, choose: (place: Coordinates) => void): void {
  // Zooms around the map's centre, so that the pin still marks the same place.
  map.scrollZoom.enable({ around: 'center' })
  map.touchZoomRotate.enable({ around: 'center' })
  map.on('moveend', ({ originalEvent }) => originalEvent && choose(roundedPoint(map.getCenter())))
  map.on('click', ({ lngLat, originalEvent }) => map.easeTo({ center: lngLat }, { originalEvent }))
}
