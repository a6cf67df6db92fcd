/**
 * What a press does is what stood under it when it began: a button that slid there, or became another, takes no press. The second
 * press of a double click does what the first did, or nothing.
 */

const CONTROLS = 'button, a, label, input, select, textarea, summary, [role="button"], [role="tab"], [role="menuitem"]'

/** What a press would act on: the control, and what that stands for where it may change. */
interface Aim {
  control: Element | null
  subject: string | undefined
}

function aimOf({ target }: Event): Aim {
  const control = (target as Element | null)?.closest?.(CONTROLS) ?? null
  return { control, subject: control?.closest<HTMLElement>('[data-acts-on]')?.dataset.actsOn }
}

const isSame = (a: Aim, b: Aim) => a.control === b.control && a.subject === b.subject

/** Watches every press of the page, before any of its own listeners hears of it. */
export function guardPresses(page: EventTarget): void {
  let pointed: Aim | null = null
  let spaced: Aim | null = null
  /** What the first press of a double click acted on. */
  let first: Aim | null = null
  const on = (type: string, act: (event: Event) => void) => page.addEventListener(type, act, { capture: true })

  on('pointerdown', (event) => {
    pointed = aimOf(event)
  })
  on('pointercancel', () => {
    pointed = null
  })
  // The space bar presses when it is released; Enter at once.
  on('keydown', (event) => {
    const { key, repeat } = event as KeyboardEvent
    if (!repeat) spaced = key === ' ' ? aimOf(event) : null
  })
  on('keyup', () =>
    setTimeout(() => {
      spaced = null
    }),
  )
  on('click', (event) => {
    // A click without a count is none of a pointer.
    const byPointer = (event as MouseEvent).detail > 0
    const began = byPointer ? pointed : spaced
    if (byPointer) pointed = null
    else spaced = null
    if (!began) return
    const aim = aimOf(event)
    const isRepeated = (event as MouseEvent).detail > 1
    if (byPointer && !isRepeated) first = aim
    if (isSame(aim, began) && (!isRepeated || !first || isSame(aim, first))) return
    event.preventDefault()
    event.stopImmediatePropagation()
  })
}
