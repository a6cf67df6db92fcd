/** Wheel, touch, mouse and key handlers of a zoomable picture. */

import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { lookUp } from '#domain/dictionary.ts'
import { draggedZoom, FIT, type Point, type Zoom, zoomedAt } from './zoom.ts'

const STEP = 1.5
/** Wheel distance that doubles the scale, in px. */
const WHEEL_PX = 400
const MIDDLE = { x: 0, y: 0 }

export function useZoom() {
  const [zoom, setZoom] = useState<Zoom>(FIT)
  const [stage, setStage] = useState<HTMLElement | null>(null)
  const hands = useRef(new Map<number, Point>())
  const size = () => ({ x: stage?.clientWidth ?? 0, y: stage?.clientHeight ?? 0 })
  const by = (factor: number, at: Point = MIDDLE) => setZoom((now) => zoomedAt(now, factor, at, size()))
  const pointOf = (event: { clientX: number; clientY: number }): Point => {
    const { left, top, width, height } = stage?.getBoundingClientRect() ?? new DOMRect()
    return { x: event.clientX - left - width / 2, y: event.clientY - top - height / 2 }
  }

  // Not a prop: React's wheel listeners are passive, and the page would zoom too.
  useEffect(() => {
    const turn = (event: WheelEvent) => {
      event.preventDefault()
      by(2 ** (-event.deltaY / WHEEL_PX), pointOf(event))
    }
    stage?.addEventListener('wheel', turn, { passive: false })
    return () => stage?.removeEventListener('wheel', turn)
  })

  // On the window: while the picture fills the screen, no other element needs these keys.
  useEffect(() => {
    const keys: Record<string, () => void> = {
      '+': () => by(STEP),
      '=': () => by(STEP),
      '-': () => by(1 / STEP),
      '0': () => setZoom(FIT),
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
    setZoom((now) => draggedZoom(now, from, to, size()))
  }
  const lift = (event: PointerEvent) => void hands.current.delete(event.pointerId)

  return {
    zoom,
    closer: () => by(STEP),
    farther: () => by(1 / STEP),
    fit: () => setZoom(FIT),
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
        zoom.scale > 1 ? setZoom(FIT) : by(STEP * STEP, pointOf(event)),
    },
  }
}
