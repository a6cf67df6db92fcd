/**
 * Blocks a click on a control that moved or changed during the press.
 * A double click's second click acts on the same control or nothing.
 */

const CONTROLS = 'button, a, label, input, select, textarea, summary, [role="button"], [role="tab"], [role="menuitem"]'

/** Pressed control, and the object that it acts on (`data-acts-on`). */
interface PressTarget {
  control: Element | null
  subject: string | undefined
}

function pressTargetOf({ target }: Event): PressTarget {
  const control = (target as Element | null)?.closest?.(CONTROLS) ?? null
  return { control, subject: control?.closest<HTMLElement>('[data-acts-on]')?.dataset.actsOn }
}

const isSame = (a: PressTarget, b: PressTarget) => a.control === b.control && a.subject === b.subject

/** Watches every press; runs before all listeners of the page. */
export function guardButtonPresses(page: EventTarget): void {
  let pointed: PressTarget | null = null
  let spaced: PressTarget | null = null
  /** Control that was pressed first in a double click. */
  let first: PressTarget | null = null
  const on = (type: string, act: (event: Event) => void) => page.addEventListener(type, act, { capture: true })

  on('pointerdown', (event) => {
    pointed = pressTargetOf(event)
  })
  on('pointercancel', () => {
    pointed = null
  })
  // Browsers press a button when the Space key is released, but when the Enter key is pressed.
  on('keydown', (event) => {
    const { key, repeat } = event as KeyboardEvent
    if (!repeat) spaced = key === ' ' ? pressTargetOf(event) : null
  })
  on('keyup', () =>
    setTimeout(() => {
      spaced = null
    }),
  )
  on('click', (event) => {
    // A click event's `detail` is the number of clicks; 0 means that the keyboard caused it.
    const byPointer = (event as MouseEvent).detail > 0
    const began = byPointer ? pointed : spaced
    if (byPointer) pointed = null
    else spaced = null
    if (!began) return
    const aim = pressTargetOf(event)
    const isRepeated = (event as MouseEvent).detail > 1
    if (byPointer && !isRepeated) first = aim
    if (isSame(aim, began) && (!isRepeated || !first || isSame(aim, first))) return
    event.preventDefault()
    event.stopImmediatePropagation()
  })
}

/**
 * Hides native selects' `input` event from React, which uses only `change`.
 * Browsers fire `input` first.
 * A pending update would then reset the select and lose the user's choice.
 */
export function guardSelectChoices(page: EventTarget): void {
  page.addEventListener(
    'input',
    (event) => {
      if ((event.target as Element).tagName === 'SELECT') event.stopImmediatePropagation()
    },
    { capture: true },
  )
}
