/** Tests that a press acts only on the control where it started. */
import { describe, expect, it } from 'vitest'
import { guardButtonPresses, guardSelectChoices } from './press-guard.ts'

/** Creates a fake button with only the parts that `guardButtonPresses` reads. */
function control(actsOn?: string) {
  const self = {
    dataset: { actsOn },
    closest: (of: string) => (of === '[data-acts-on]' && !self.dataset.actsOn ? null : self),
  }
  return self
}

/**
 * Creates a page with the guard against unintended presses.
 * `click` returns whether the page received the click.
 */
function arrange() {
  const page = new EventTarget()
  guardButtonPresses(page)
  let heard = 0
  page.addEventListener('click', () => {
    heard += 1
  })
  const send = (type: string, target: object | null, more: object = {}) => {
    const event = Object.assign(new Event(type, { cancelable: true }), more)
    Object.defineProperty(event, 'target', { value: target })
    page.dispatchEvent(event)
  }
  const click = (target: object | null, detail = 1) => {
    const before = heard
    send('click', target, { detail })
    return heard > before
  }
  return { send, click }
}

describe('with a pointer', () => {
  it('comes through where it began', () => {
    const { send, click } = arrange()
    const button = control()
    send('pointerdown', button)
    expect(click(button)).toBe(true)
  })

  it('does nothing with the second press of a double click to what came in place of the first', () => {
    const { send, click } = arrange()
    const button = control('start SCH-AN1-T001')
    send('pointerdown', button)
    expect(click(button)).toBe(true)
    button.dataset.actsOn = 'start SCH-AN1-T003'
    send('pointerdown', button)
    expect(click(button, 2)).toBe(false)
    // Another press of the button, as a single click, activates it.
    send('pointerdown', button)
    expect(click(button)).toBe(true)
  })

  it('presses twice where the same stands there', () => {
    const { send, click } = arrange()
    const button = control('next')
    for (const detail of [1, 2, 3]) {
      send('pointerdown', button)
      expect(click(button, detail)).toBe(true)
    }
  })

  it('does nothing to another row’s button that slid there meanwhile', () => {
    const { send, click } = arrange()
    send('pointerdown', control())
    expect(click(control())).toBe(false)
  })

  it('does nothing to a button that came where there was none', () => {
    const { send, click } = arrange()
    send('pointerdown', { closest: () => null })
    expect(click(control())).toBe(false)
  })

  it('does nothing to the same button when it stands for something else by now', () => {
    const { send, click } = arrange()
    const button = control('arrived')
    send('pointerdown', button)
    button.dataset.actsOn = 'completed'
    expect(click(button)).toBe(false)
    send('pointerdown', button)
    expect(click(button)).toBe(true)
  })

  it('leaves the click alone that a label hands on to its field', () => {
    const { send, click } = arrange()
    const label = control()
    send('pointerdown', label)
    expect(click(label)).toBe(true)
    expect(click(control(), 0)).toBe(true)
  })
})

describe('with the space bar', () => {
  it('acts on what had the focus when it went down', () => {
    const { send, click } = arrange()
    const button = control()
    send('keydown', button, { key: ' ' })
    expect(click(button, 0)).toBe(true)
    send('keydown', button, { key: ' ' })
    expect(click(control(), 0)).toBe(false)
  })
})

it('leaves alone what no press began: Enter in a field, a screen reader, an earlier press that came to nothing', () => {
  const { send, click } = arrange()
  send('keydown', control(), { key: 'Enter' })
  expect(click(control(), 0)).toBe(true)
  send('pointerdown', control())
  expect(click(control(), 0)).toBe(true)
  send('pointerdown', control())
  send('pointercancel', null)
  expect(click(control())).toBe(true)
})

it('hides only the input event of a select', () => {
  const page = new EventTarget()
  guardSelectChoices(page)
  const received: string[] = []
  for (const type of ['input', 'change']) {
    page.addEventListener(type, ({ target }) => {
      received.push(`${type} of ${(target as Element).tagName}`)
    })
  }
  for (const tagName of ['SELECT', 'INPUT']) {
    for (const type of ['input', 'change']) {
      const event = new Event(type)
      Object.defineProperty(event, 'target', { value: { tagName } })
      page.dispatchEvent(event)
    }
  }
  expect(received).toEqual(['change of SELECT', 'input of INPUT', 'change of INPUT'])
})
