/** The drawn part of the pin map. */
import { IconMapPinFilled } from '@tabler/icons-react'
import type { MapLibreMap } from 'maplibre-gl'
import { useEffect, useRef, useState } from 'react'
import type { Coordinates } from '#domain/first-zones.ts'
import { roundedPoint } from '#web/lib/format/places.ts'
import { type BaseMap, openBaseMap } from './base-map.ts'
import { MapControls } from './map-controls.tsx'
import { attemptToDraw, useRecolouring } from './map-hooks.ts'
import classes from './pin-map.module.css'

/** Zoom around a pin: the built-in land has main roads only, which a closer look would miss. */
const pinZoom = (styleUrl: string | undefined) => (styleUrl ? 16 : 14)
/** Zoom of a zone. */
const ZONE_ZOOM = 13
const MAX_ZOOM = 19

export interface PinCanvasProps {
  /** Accessible name of the map. */
  title: string
  /** The pin. */
  at: Coordinates | undefined
  /** Middle of the map without a pin. */
  near: Coordinates
  /** Receives the place under the pin when somebody moves the map; without it the map stays. */
  choose?(place: Coordinates): void
  styleUrl: string | undefined
  /** Runs if the browser cannot draw the map. */
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
    const open = attemptToDraw(() =>
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
  useRecolouring(opened)
  return { container, opened }
}

/** Moves the map to a pin that comes from elsewhere. */
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

/** The middle of the map is chosen once a movement by hand has ended; a tap moves the map there. */
function letChoose(map: MapLibreMap, choose: (place: Coordinates) => void): void {
  // Zooming keeps the pin where it is.
  map.scrollZoom.enable({ around: 'center' })
  map.touchZoomRotate.enable({ around: 'center' })
  map.on('moveend', ({ originalEvent }) => originalEvent && choose(roundedPoint(map.getCenter())))
  map.on('click', ({ lngLat, originalEvent }) => map.easeTo({ center: lngLat }, { originalEvent }))
}
