/**
 * Blocks a click on a control that moved or changed since the press began.
 * The second click of a double click acts on the same control or on nothing.
 */

const CONTROLS = 'button, a, label, input, select, textarea, summary, [role="button"], [role="tab"], [role="menuitem"]'

/** Target of a press: the control, and the object that it acts on (`data-acts-on`). */
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
  /** Target of the first press of a double click. */
  let first: PressTarget | null = null
  const on = (type: string, act: (event: Event) => void) => page.addEventListener(type, act, { capture: true })

  on('pointerdown', (event) => {
    pointed = pressTargetOf(event)
  })
  on('pointercancel', () => {
    pointed = null
  })
  // Space activates a control when the key is released, Enter when it is pressed.
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
    // `detail` counts clicks; it is 0 if the keyboard activated the control.
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
 * Hides the `input` event of native selects from React, which uses only `change`.
 * A browser fires `input` first. React would then apply a pending update, reset the select to its old value, and lose
 * the user's choice before `change`.
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
