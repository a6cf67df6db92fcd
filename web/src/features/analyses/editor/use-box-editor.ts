/** State of the box editor: selection, undo, and handlers for pointer and keys. */

import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { MATERIALS, type Material } from '#domain/city.ts'
import { lookUp } from '#domain/dictionary.ts'
import {
  areSameBoxes,
  type Box,
  boxBetween,
  type Corner,
  createCentredBox,
  moveBox,
  nextBoxId,
  type Point,
  resizeBox,
} from './boxes.ts'

/** Distance that an arrow key moves a box, as a fraction of the photo. */
const STEP = 0.01

const ARROWS: Record<string, Point> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
}

type DragState = { from: Point; pointerId: number } & (
  | { does: 'move'; box: Box }
  | { does: 'resize'; box: Box; corner: Corner }
  | { does: 'draw' }
)

export function useBoxEditor(first: readonly Box[]) {
  const [steps, setSteps] = useState<readonly (readonly Box[])[]>([first])
  const [chosen, choose] = useState<string>()
  /** The dragged box as it would be if the drag ended now. */
  const [under, setUnder] = useState<Box>()
  const hold = useRef<DragState>(undefined)
  const kept = steps.at(-1) ?? first
  const boxes = under ? [...kept.filter(({ id }) => id !== under.id), under] : kept
  const box = boxes.find(({ id }) => id === chosen)

  const take = (next: readonly Box[]) => setSteps((before) => [...before, next])
  /**
   * Replaces a box by its changed version.
   * With `again` (a repeated key press) the change extends the last undo step.
   */
  function put(changed: Box, again = false) {
    const next = [...kept.filter(({ id }) => id !== changed.id), changed]
    if (areSameBoxes(next, kept)) return
    if (again) setSteps((before) => [...before.slice(0, Math.max(1, before.length - 1)), next])
    else take(next)
  }
  /** Material of a new box: that of the selected box or of the last one, which is most often right. */
  const usual = box?.material ?? kept.at(-1)?.material ?? 'plastic'

  function add() {
    const made = createCentredBox(nextBoxId(kept), usual)
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

  function press(event: KeyboardEvent, box: Box) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const by = lookUp(ARROWS, event.key)
    const material = MATERIALS[Number(event.key) - 1]
    if (by) put(event.shiftKey ? resizeBox(box, 'se', by) : moveBox(box, by), event.repeat)
    else if (event.key === 'Delete' || event.key === 'Backspace') remove(box.id)
    else if (material) put({ ...box, material })
    else return
    event.preventDefault()
  }

  function made(to: Point): Box | undefined {
    const holds = hold.current
    if (!holds) return undefined
    const by = { x: to.x - holds.from.x, y: to.y - holds.from.y }
    if (holds.does === 'move') return moveBox(holds.box, by)
    if (holds.does === 'resize') return resizeBox(holds.box, holds.corner, by)
    return boxBetween(nextBoxId(kept), usual, holds.from, to)
  }

  /** Starts a drag. `on` is the box under the pointer; undefined on the empty photo. */
  function grasp(event: PointerEvent, from: Point, on?: { box: Box; corner?: Corner }) {
    if (event.button !== 0 || hold.current) return
    event.currentTarget.setPointerCapture(event.pointerId)
    choose(on?.box.id)
    const { pointerId } = event
    if (!on) hold.current = { does: 'draw', from, pointerId }
    else if (on.corner) hold.current = { does: 'resize', from, pointerId, box: on.box, corner: on.corner }
    else hold.current = { does: 'move', from, pointerId, box: on.box }
  }
  /** Returns whether the pointer is the one that drags. Others, such as a second finger, are ignored. */
  const holds = ({ pointerId }: PointerEvent) => hold.current?.pointerId === pointerId
  const drag = (event: PointerEvent, to: Point) => holds(event) && setUnder(made(to))
  function release(event: PointerEvent, to: Point) {
    if (!holds(event)) return
    const after = made(to)
    letGo()
    if (!after) return
    put(after)
    choose(after.id)
  }
  /** Discards a cancelled drag. */
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
    mark: (box: Box, material: Material) => put({ ...box, material }),
    press,
    hand: { grasp, drag, release, cancel },
  }
}

export type BoxEditor = ReturnType<typeof useBoxEditor>
