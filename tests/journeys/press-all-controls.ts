/** Presses every control of a screen and of its dialogs. */
import type { Locator, Page, Request } from 'playwright-core'

const CONTROLS = 'button, input[type="checkbox"], summary'
/**
 * Replaces numbers and ids by '#', which makes similar controls equal.
 * Example: 'Mark collected: Resident #, Ayawaso West'.
 */
const kindOf = (name: string) => name.replace(/[0-9A-F]{8}\b|\d+/g, '#')

interface Control {
  name: string
  isOff: boolean
  title: string
}

const controlsIn = (place: Locator): Promise<Control[]> =>
  place.locator(CONTROLS).evaluateAll((all) =>
    all.flatMap((control) => {
      const name = (control.getAttribute('aria-label') ?? control.textContent ?? '').trim()
      const isDisabled = control.matches(':disabled') || control.getAttribute('aria-disabled') === 'true'
      return control.checkVisibility() ? [{ name, isOff: isDisabled, title: control.getAttribute('title') ?? '' }] : []
    }),
  )

/** Finds and clicks a control in one step, because rows may change between two steps. */
const pressIn = (place: Locator, name: string): Promise<void> =>
  place.locator(CONTROLS).evaluateAll((all, sought) => {
    const named = (control: Element) =>
      (control.getAttribute('aria-label') ?? control.textContent ?? '').trim() === sought
    const control = all.find((each) => named(each) && each.checkVisibility())
    if (control instanceof HTMLElement) control.click()
  }, name)

/** Ignores the error of a click whose result was lost because the click loaded another page. */
function navigated(error: Error): void {
  if (!error.message.includes('because of a navigation')) throw error
}

/** Returns a function that waits for pending requests and a redraw. */
function watchRequests(page: Page): () => Promise<void> {
  const underWay = new Set<Request>()
  page.on('request', (request) => underWay.add(request))
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => underWay.delete(request))
  const draw = () =>
    page.waitForFunction(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true)))),
    )
  return async () => {
    do await draw()
    while (underWay.size > 0)
  }
}

export interface PressResult {
  /** Reasons for disabled controls (`title`), by name. */
  off: Map<string, string>
  pressed: string[]
  /** Names of the submit buttons that are enabled. */
  submits: string[]
}

/**
 * Presses every control, also in dialogs, which it closes.
 * Awaits `pressed` after each press.
 */
export async function pressAllControls(page: Page, board: Locator, pressed: () => Promise<void>): Promise<PressResult> {
  const result: PressResult = { off: new Map(), pressed: [], submits: [] }
  const known = new Set<string>()
  const dialog = page.locator('[role="dialog"]:visible')
  const settled = watchRequests(page)

  async function press(place: Locator, { name, isOff: isDisabled, title }: Control): Promise<void> {
    if (isDisabled) result.off.set(kindOf(name), title)
    if (isDisabled || known.has(kindOf(name))) return
    known.add(kindOf(name))
    result.pressed.push(name)
    await pressIn(place, name).catch(navigated)
    await settled()
    await pressed()
  }

  for (;;) {
    // Looks for the controls again before each press, because the last press may have changed them.
    const next = (await controlsIn(board)).find(
      ({ name, isOff: isDisabled }) => !isDisabled && !known.has(kindOf(name)),
    )
    for (const control of await controlsIn(board))
      if (control.isOff) result.off.set(kindOf(control.name), control.title)
    if (!next) return result
    await press(board, next)
    if ((await dialog.count()) === 0) continue
    result.submits.push(...(await dialog.locator('button[type="submit"]:enabled').allInnerTexts()))
    for (const control of await controlsIn(dialog.last())) {
      if (!(await dialog.count())) break
      await press(dialog.last(), control)
    }
    await page.keyboard.press('Escape')
    await settled()
  }
}
