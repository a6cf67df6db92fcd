/**
 * A full-screen picture.
 * Wheel, two fingers, keys or buttons zoom; Escape or a button closes.
 */

import { t } from '@lingui/core/macro'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { ActionIcon, Loader, Modal } from '@mantine/core'
import { IconZoomIn, IconZoomOut, IconZoomReset } from '@tabler/icons-react'
import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { lookUp } from '#domain/dictionary.ts'
import { usePicture } from '#web/lib/api/pictures.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import classes from './dialog.module.css'
import type { DialogState } from './page.tsx'

interface PictureViewerProps extends DialogState {
  /** URL of the picture on the server, from the views. */
  url: string
  alt: string
  title: string
  caption?: string
  /** Further buttons, such as a download. */
  actions?: ReactNode
}

export function PictureViewer({ opened, close, title, ...shown }: PictureViewerProps) {
  return (
    <Modal.Root opened={opened} onClose={close} fullScreen transitionProps={{ duration: 100 }}>
      <Modal.Overlay />
      <Modal.Content classNames={{ content: classes.pictureContent }}>
        <OpenPicture title={title} {...shown} />
      </Modal.Content>
    </Modal.Root>
  )
}

/** The open picture, mounted only while open, so each opening starts unzoomed. */
function OpenPicture({ url, alt, title, caption, actions }: Omit<PictureViewerProps, keyof DialogState>) {
  const { src, failed, retry } = usePicture(url)
  const { zoom, closer, farther, fit, stage } = useZoom()
  const transform = `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})`
  return (
    <div className={classes.all}>
      <div className={classes.pictureHead}>
        <Modal.Title className={classes.pictureTitle}>{title}</Modal.Title>
        <Modal.CloseButton aria-label={t`Close`} size={44} iconSize={20} />
      </div>
      <div className={classes.stage} data-zoomed={zoom.scale > 1 || undefined} {...stage}>
        {src && <img className={classes.image} src={src} alt={alt} style={{ transform }} draggable={false} />}
        {!src && !failed && <Loader aria-label={t`Loading the picture`} />}
        {failed && <ErrorState message={t`This picture could not be loaded.`} retry={retry} />}
      </div>
      <div className={classes.pictureFoot}>
        <p className={classes.caption}>{caption}</p>
        <div className={classes.buttons}>
          <ActionIcon
            variant="default"
            size={44}
            aria-label={t`Zoom out`}
            disabled={zoom.scale === 1}
            onClick={farther}
          >
            <IconZoomOut size={20} aria-hidden="true" />
          </ActionIcon>
          <ActionIcon variant="default" size={44} aria-label={t`Fit to the screen`} onClick={fit}>
            <IconZoomReset size={20} aria-hidden="true" />
          </ActionIcon>
          <ActionIcon variant="default" size={44} aria-label={t`Zoom in`} onClick={closer}>
            <IconZoomIn size={20} aria-hidden="true" />
          </ActionIcon>
          {actions}
        </div>
      </div>
    </div>
  )
}

const ZOOM_STEP = 1.5
/** Wheel movement in px that doubles the size of the picture. */
const WHEEL_PX = 400
const CENTRE = { x: 0, y: 0 }

/** Returns wheel, touch, mouse and key handlers that zoom a picture. */
function useZoom() {
  const [zoom, setZoom] = useState<ZoomState>(FITTED_ZOOM)
  const [stage, setStage] = useState<HTMLElement | null>(null)
  const hands = useRef(new Map<number, ViewerPoint>())
  const size = () => ({ x: stage?.clientWidth ?? 0, y: stage?.clientHeight ?? 0 })
  const by = (factor: number, at: ViewerPoint = CENTRE) => setZoom((now) => zoomAt(now, factor, at, size()))
  const pointOf = (event: { clientX: number; clientY: number }): ViewerPoint => {
    const { left, top, width, height } = stage?.getBoundingClientRect() ?? new DOMRect()
    return { x: event.clientX - left - width / 2, y: event.clientY - top - height / 2 }
  }

  // Adds the wheel listener to the DOM element.
  // React's wheel listeners are passive, so the whole page would zoom too.
  useEffect(() => {
    const turn = (event: WheelEvent) => {
      event.preventDefault()
      by(2 ** (-event.deltaY / WHEEL_PX), pointOf(event))
    }
    stage?.addEventListener('wheel', turn, { passive: false })
    return () => stage?.removeEventListener('wheel', turn)
  })

  // Listens for keys on the window, because nothing else uses these keys while the viewer is open.
  useEffect(() => {
    const keys: Record<string, () => void> = {
      '+': () => by(ZOOM_STEP),
      '=': () => by(ZOOM_STEP),
      '-': () => by(1 / ZOOM_STEP),
      '0': () => setZoom(FITTED_ZOOM),
    }
    const press = (event: KeyboardEvent) => !event.ctrlKey && !event.metaKey && lookUp(keys, event.key)?.()
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  })

  function move(event: PointerEvent) {
    if (!hands.current.has(event.pointerId)) return
    const from = [...hands.current.values()]
    hands.current.set(event.pointerId, pointOf(event))
    const to = [...hands.current.values()]
    setZoom((now) => dragZoom(now, from, to, size()))
  }
  const lift = (event: PointerEvent) => void hands.current.delete(event.pointerId)

  return {
    zoom,
    closer: () => by(ZOOM_STEP),
    farther: () => by(1 / ZOOM_STEP),
    fit: () => setZoom(FITTED_ZOOM),
    stage: {
      ref: setStage,
      onPointerDown(event: PointerEvent) {
        event.currentTarget.setPointerCapture(event.pointerId)
        hands.current.set(event.pointerId, pointOf(event))
      },
      onPointerMove: move,
      onPointerUp: lift,
      onPointerCancel: lift,
      onDoubleClick: (event: { clientX: number; clientY: number }) =>
        zoom.scale > 1 ? setZoom(FITTED_ZOOM) : by(ZOOM_STEP * ZOOM_STEP, pointOf(event)),
    },
  }
}

/**
 * Zoom of a picture.
 * Positions are in px from the window's centre.
 */
export interface ZoomState {
  /** Scale; at 1 the picture fits into the window. */
  scale: number
  x: number
  y: number
}

export interface ViewerPoint {
  x: number
  y: number
}

export const FITTED_ZOOM: ZoomState = { scale: 1, x: 0, y: 0 }
export const MAX_ZOOM_SCALE = 8

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)

/** Limits the movement of a zoomed picture, so that it still fills the window. */
function clampZoom({ scale, x, y }: ZoomState, { x: width, y: height }: ViewerPoint): ZoomState {
  const [overX, overY] = [(width * (scale - 1)) / 2, (height * (scale - 1)) / 2]
  return { scale, x: clamp(x, -overX, overX), y: clamp(y, -overY, overY) }
}

/**
 * Zooms by `factor`.
 * The point `at` stays in place.
 */
export function zoomAt(zoom: ZoomState, factor: number, at: ViewerPoint, size: ViewerPoint): ZoomState {
  const scale = clamp(zoom.scale * factor, 1, MAX_ZOOM_SCALE)
  const by = scale / zoom.scale
  return clampZoom({ scale, x: at.x - (at.x - zoom.x) * by, y: at.y - (at.y - zoom.y) * by }, size)
}

export const panZoom = (zoom: ZoomState, by: ViewerPoint, size: ViewerPoint): ZoomState =>
  clampZoom({ ...zoom, x: zoom.x + by.x, y: zoom.y + by.y }, size)

const middle = (points: readonly ViewerPoint[]): ViewerPoint => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
})
const spread = ([a, b]: readonly ViewerPoint[]) => (a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0)

/**
 * Moves and zooms a picture by a drag with one or two fingers.
 * The points of the picture under the fingers stay under them.
 */
export function dragZoom(
  zoom: ZoomState,
  from: readonly ViewerPoint[],
  to: readonly ViewerPoint[],
  size: ViewerPoint,
): ZoomState {
  const [start, end] = [middle(from), middle(to)]
  const after = panZoom(zoom, { x: end.x - start.x, y: end.y - start.y }, size)
  const before = spread(from)
  return before > 0 ? zoomAt(after, spread(to) / before, end, size) : after
}
