/** Boxes on a photo, in fractions of its sides, and their editor. */

import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import type { Analysis } from '#contract/views.ts'
import { MATERIALS, type Material } from '#domain/city.ts'
import { lookUp } from '#domain/dictionary.ts'
import { compositionOfBoxes } from '#domain/litter-weight.ts'

export interface PhotoBox {
  id: string
  material: Material
  /** The model's confidence, 0 to 1; undefined for boxes drawn by people. */
  confidence?: number | undefined
  /** Edges of the box: left, top, right, bottom. */
  x0: number
  y0: number
  x1: number
  y1: number
}

export interface PhotoPoint {
  x: number
  y: number
}

export const CORNERS = ['nw', 'ne', 'sw', 'se'] as const
export type Corner = (typeof CORNERS)[number]

/** Minimum side of a box, so that it stays selectable. */
export const MIN_BOX_SIDE_SHARE = 0.02
/** Coordinates are rounded to 1/10,000 of a side: pixel-exact up to 10,000 pixels. */
const DECIMALS = 10_000
/** Side length of a new box that a button adds, as a fraction of the photo's side. */
const DEFAULT_SIDE = 0.3

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)
const rounded = (value: number) => Math.round(value * DECIMALS) / DECIMALS

/** Moves a box within the photo without changing its size. */
export function moveBox(box: PhotoBox, by: PhotoPoint): PhotoBox {
  const x = clamp(by.x, -box.x0, 1 - box.x1)
  const y = clamp(by.y, -box.y0, 1 - box.y1)
  return { ...box, x0: rounded(box.x0 + x), y0: rounded(box.y0 + y), x1: rounded(box.x1 + x), y1: rounded(box.y1 + y) }
}

/**
 * Moves a corner of a box.
 * It cannot cross the opposite corner.
 * The box keeps its minimum size.
 */
export function resizeBox(box: PhotoBox, corner: Corner, by: PhotoPoint): PhotoBox {
  const west = corner === 'nw' || corner === 'sw'
  const north = corner === 'nw' || corner === 'ne'
  return {
    ...box,
    ...(west
      ? { x0: rounded(clamp(box.x0 + by.x, 0, box.x1 - MIN_BOX_SIDE_SHARE)) }
      : { x1: rounded(clamp(box.x1 + by.x, box.x0 + MIN_BOX_SIDE_SHARE, 1)) }),
    ...(north
      ? { y0: rounded(clamp(box.y0 + by.y, 0, box.y1 - MIN_BOX_SIDE_SHARE)) }
      : { y1: rounded(clamp(box.y1 + by.y, box.y0 + MIN_BOX_SIDE_SHARE, 1)) }),
  }
}

/** Returns the box between two points; undefined if too small. */
export function createBoxBetween(
  id: string,
  material: Material,
  from: PhotoPoint,
  to: PhotoPoint,
): PhotoBox | undefined {
  const [x0, x1] = [from.x, to.x].map((x) => rounded(clamp(x, 0, 1))).sort((a, b) => a - b) as [number, number]
  const [y0, y1] = [from.y, to.y].map((y) => rounded(clamp(y, 0, 1))).sort((a, b) => a - b) as [number, number]
  return x1 - x0 < MIN_BOX_SIDE_SHARE || y1 - y0 < MIN_BOX_SIDE_SHARE ? undefined : { id, material, x0, y0, x1, y1 }
}

/** Returns a new box in the middle, for users who cannot draw. */
export const createCentredBox = (id: string, material: Material): PhotoBox => ({
  id,
  material,
  x0: 0.5 - DEFAULT_SIDE / 2,
  y0: 0.5 - DEFAULT_SIDE / 2,
  x1: 0.5 + DEFAULT_SIDE / 2,
  y1: 0.5 + DEFAULT_SIDE / 2,
})

/** Returns an id that no box uses. */
export function nextBoxIdOf(boxes: readonly PhotoBox[]): string {
  const taken = new Set(boxes.map(({ id }) => id))
  let count = 1
  while (taken.has(`new-${count}`)) count++
  return `new-${count}`
}

const boundsOf = ({ x0, y0, x1, y1, material }: PhotoBox) => [x0, y0, x1, y1, material].join(' ')

/** Returns true if two lists have the same boxes and materials. */
export const areSameBoxes = (some: readonly PhotoBox[], others: readonly PhotoBox[]) =>
  some.length === others.length && some.map(boundsOf).sort().join() === others.map(boundsOf).sort().join()

type Findings = Pick<Analysis, 'composition' | 'weight'>

/**
 * Returns the composition and weight that the analysis found, as long as its boxes are unchanged.
 * Otherwise computes them from the changed boxes.
 * A model gives each box several probable materials; a person names one.
 */
export const findingsOfBoxes = (
  analysis: Findings & { boxes?: readonly PhotoBox[] },
  boxes: readonly PhotoBox[],
): Findings => (areSameBoxes(analysis.boxes ?? [], boxes) ? analysis : compositionOfBoxes(boxes))

/** Distance of an arrow key's move, as a fraction of the photo. */
const ARROW_STEP = 0.01

const ARROWS: Record<string, PhotoPoint> = {
  ArrowLeft: { x: -ARROW_STEP, y: 0 },
  ArrowRight: { x: ARROW_STEP, y: 0 },
  ArrowUp: { x: 0, y: -ARROW_STEP },
  ArrowDown: { x: 0, y: ARROW_STEP },
}

type DragState = { from: PhotoPoint; pointerId: number } & (
  | { does: 'move'; box: PhotoBox }
  | { does: 'resize'; box: PhotoBox; corner: Corner }
  | { does: 'draw' }
)

/** State of the box editor: selection, undo, pointer and key handlers. */
export function useBoxEditor(first: readonly PhotoBox[]) {
  const [steps, setSteps] = useState<readonly (readonly PhotoBox[])[]>([first])
  const [chosen, choose] = useState<string>()
  /** Shape of the box that the user is dragging, at the pointer's present position. */
  const [under, setUnder] = useState<PhotoBox>()
  const hold = useRef<DragState>(undefined)
  const kept = steps.at(-1) ?? first
  const boxes = under ? [...kept.filter(({ id }) => id !== under.id), under] : kept
  const box = boxes.find(({ id }) => id === chosen)

  const take = (next: readonly PhotoBox[]) => setSteps((before) => [...before, next])
  /**
   * Replaces a box by its changed version.
   * `again` (a repeated key press) extends the last undo step.
   */
  function put(changed: PhotoBox, again = false) {
    const next = [...kept.filter(({ id }) => id !== changed.id), changed]
    if (areSameBoxes(next, kept)) return
    if (again) setSteps((before) => [...before.slice(0, Math.max(1, before.length - 1)), next])
    else take(next)
  }
  /**
   * Material for a new box drawn on the photo.
   * It is most often that of the selected box, or of the last box.
   */
  const usual = box?.material ?? kept.at(-1)?.material ?? 'plastic'

  function add() {
    const made = createCentredBox(nextBoxIdOf(kept), usual)
    put(made)
    choose(made.id)
  }
  function remove(id: string) {
    take(kept.filter((other) => other.id !== id))
    choose(undefined)
  }
  function undo() {
    setSteps((before) => (before.length > 1 ? before.slice(0, -1) : before))
  }

  function press(event: KeyboardEvent, box: PhotoBox) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const by = lookUp(ARROWS, event.key)
    const material = MATERIALS[Number(event.key) - 1]
    if (by) put(event.shiftKey ? resizeBox(box, 'se', by) : moveBox(box, by), event.repeat)
    else if (event.key === 'Delete' || event.key === 'Backspace') remove(box.id)
    else if (material) put({ ...box, material })
    else return
    event.preventDefault()
  }

  function made(to: PhotoPoint): PhotoBox | undefined {
    const holds = hold.current
    if (!holds) return undefined
    const by = { x: to.x - holds.from.x, y: to.y - holds.from.y }
    if (holds.does === 'move') return moveBox(holds.box, by)
    if (holds.does === 'resize') return resizeBox(holds.box, holds.corner, by)
    return createBoxBetween(nextBoxIdOf(kept), usual, holds.from, to)
  }

  /**
   * Starts a drag.
   * `on` is the box under the pointer, if any.
   */
  function grasp(event: PointerEvent, from: PhotoPoint, on?: { box: PhotoBox; corner?: Corner }) {
    if (event.button !== 0 || hold.current) return
    event.currentTarget.setPointerCapture(event.pointerId)
    choose(on?.box.id)
    const { pointerId } = event
    if (!on) hold.current = { does: 'draw', from, pointerId }
    else if (on.corner) hold.current = { does: 'resize', from, pointerId, box: on.box, corner: on.corner }
    else hold.current = { does: 'move', from, pointerId, box: on.box }
  }
  /**
   * Returns whether a pointer is the one that drags a box.
   * Other pointers, such as a second finger, are ignored.
   */
  const holds = ({ pointerId }: PointerEvent) => hold.current?.pointerId === pointerId
  const drag = (event: PointerEvent, to: PhotoPoint) => holds(event) && setUnder(made(to))
  function release(event: PointerEvent, to: PhotoPoint) {
    if (!holds(event)) return
    const after = made(to)
    letGo()
    if (!after) return
    put(after)
    choose(after.id)
  }
  /** Discards the drag of a box when the drag is cancelled. */
  const cancel = (event: PointerEvent) => holds(event) && letGo()
  function letGo() {
    hold.current = undefined
    setUnder(undefined)
  }

  return {
    boxes,
    box,
    choose,
    add,
    remove,
    undo,
    canUndo: steps.length > 1,
    mark: (box: PhotoBox, material: Material) => put({ ...box, material }),
    press,
    hand: { grasp, drag, release, cancel },
  }
}

export type BoxEditor = ReturnType<typeof useBoxEditor>
