/**
 * Finds layout faults: overlaps, clipped text, sideways scrolling.
 * Finds gold elements other than the main action.
 */
import type { Page } from 'playwright-core'
import { colourPalette } from '#web/app/theme.ts'

/**
 * Returns one sentence for each layout fault in a part of the page.
 * Screens must have none.
 */
export function findLayoutFaults(page: Page, of = 'body'): Promise<string[]> {
  return page.evaluate((part) => {
    const root = document.querySelector(part) as Element
    const faults: string[] = []
    /** Tolerance in px for rounding and for shared border pixels. */
    const SLACK = 1.5
    type Box = { left: number; top: number; right: number; bottom: number }
    const boxOf = (element: Element): Box => {
      const { left, top, right, bottom } = element.getBoundingClientRect()
      return { left, top, right, bottom }
    }
    const meet = (a: Box, b: Box): Box => ({
      left: Math.max(a.left, b.left),
      top: Math.max(a.top, b.top),
      right: Math.min(a.right, b.right),
      bottom: Math.min(a.bottom, b.bottom),
    })
    const isSome = ({ left, top, right, bottom }: Box) => right - left > SLACK && bottom - top > SLACK
    const within = (inner: Box, outer: Box) =>
      inner.left >= outer.left - SLACK &&
      inner.right <= outer.right + SLACK &&
      inner.top >= outer.top - SLACK &&
      inner.bottom <= outer.bottom + SLACK
    const nameOf = (element: Element) =>
      `‘${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 60) || element.className}’`
    const ancestors = (element: Element) => {
      const all: Element[] = []
      for (let up = element.parentElement; up; up = up.parentElement) all.push(up)
      return all
    }
    /**
     * Returns the nearest fixed or sticky ancestor.
     * Elements with different ones may overlap.
     */
    const stackingLayerOf = (element: Element) =>
      [element, ...ancestors(element)].find((up) => ['fixed', 'sticky'].includes(getComputedStyle(up).position))
    /** Returns an element's visible box, which ancestors may clip. */
    const shownOf = (element: Element) =>
      ancestors(element)
        .filter(
          (up) =>
            getComputedStyle(up).overflow !== 'visible' && up !== document.body && up !== document.documentElement,
        )
        .reduce((box, up) => meet(box, boxOf(up)), boxOf(element))
    const clipsSideways = (element: Element) => ['hidden', 'clip'].includes(getComputedStyle(element).overflowX)
    const isVisible = (element: Element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })

    /**
     * True for text that takes space.
     * Text only for screen readers takes none.
     */
    const isVisibleText = (element: Element) => isVisible(element) && getComputedStyle(element).clipPath === 'none'

    const controls = [
      ...root.querySelectorAll('button, a[class*="Button"], nav a, [role="button"], select, input, textarea'),
    ]
      .filter(
        (element) => isVisible(element) && getComputedStyle(element).clipPath === 'none' && isSome(boxOf(element)),
      )
      .map((element) => ({ element, shown: shownOf(element), layer: stackingLayerOf(element) }))
      .filter(({ shown }) => isSome(shown))

    for (const [index, a] of controls.entries()) {
      for (const b of controls.slice(index + 1)) {
        if (a.layer !== b.layer || a.element.contains(b.element) || b.element.contains(a.element)) continue
        // Allow a form field to overlap with the button inside it.
        if (
          a.element.parentElement?.parentElement?.matches('[class*="Input"]') &&
          a.element.closest('[class*="Input-wrapper"]')?.contains(b.element)
        )
          continue
        if (isSome(meet(a.shown, b.shown)))
          faults.push(`${nameOf(a.element)} and ${nameOf(b.element)} lie over one another`)
      }
    }

    for (const { element } of controls.filter(({ element }) => element.matches('button, a, [role="button"]'))) {
      const box = boxOf(element)
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      for (let text = walker.nextNode(); text; text = walker.nextNode()) {
        const parent = text.parentElement as Element
        if (!isVisibleText(parent)) continue
        for (const { index, 0: word } of (text.textContent ?? '').matchAll(/\S+/g)) {
          const range = document.createRange()
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          const lines = [...range.getClientRects()].filter(({ width }) => width > 0)
          if (new Set(lines.map(({ top }) => Math.round(top))).size > 1)
            faults.push(`${nameOf(element)} breaks ‘${word}’`)
          const clips = [parent, ...ancestors(parent)].filter(
            (up) => element.contains(up) && getComputedStyle(up).overflow !== 'visible',
          )
          const room = clips.reduce((left, up) => meet(left, boxOf(up)), box)
          if (lines.some((line) => !within(line, room))) faults.push(`${nameOf(element)} does not hold ‘${word}’`)
        }
      }
      const cut = ancestors(element).find(
        (up) => clipsSideways(up) && !within({ ...box, top: 0, bottom: 0 }, { ...boxOf(up), top: 0, bottom: 0 }),
      )
      if (cut && cut !== document.body) faults.push(`${nameOf(element)} is cut off`)
    }

    const words = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let text = words.nextNode(); text; text = words.nextNode()) {
      const parent = text.parentElement as Element
      // Allow an ellipsis, because a title or dialog shows the full text.
      if (!text.textContent?.trim() || parent.closest('svg, [class*="maplibregl"]') || !isVisibleText(parent)) continue
      const around = [parent, ...ancestors(parent)]
      if (around.some((up) => getComputedStyle(up).textOverflow === 'ellipsis')) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      const [shown, edge] = [range.getBoundingClientRect(), around.find((up) => clipsSideways(up))]
      const room = edge && boxOf(edge)
      // Ignore text that is clipped completely, because it is hidden on purpose.
      const isPart = room && Math.min(shown.right, room.right) - Math.max(shown.left, room.left) > SLACK
      if (isPart && (shown.left < room.left - SLACK || shown.right > room.right + SLACK))
        faults.push(`‘${text.textContent.trim().slice(0, 60)}’ is cut off`)
    }
    for (const dialog of document.querySelectorAll('[role="dialog"]'))
      if (dialog.scrollWidth > dialog.clientWidth + SLACK) faults.push(`The dialog ${nameOf(dialog)} scrolls sideways`)

    const panels = [...root.querySelectorAll('section[aria-labelledby]')].filter(isVisible)
    for (const [index, a] of panels.entries()) {
      for (const b of panels.slice(index + 1)) {
        if (a.contains(b) || b.contains(a)) continue
        if (isSome(meet(shownOf(a), shownOf(b)))) faults.push(`The panels ${nameOf(a)} and ${nameOf(b)} overlap`)
      }
    }
    for (const { element, shown } of controls) {
      const panel = element.closest('section[aria-labelledby]')
      if (panel && !within(shown, boxOf(panel))) faults.push(`${nameOf(element)} stands out of its panel`)
    }

    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) {
      const widest = [...document.body.querySelectorAll('*')].findLast(
        (element) => Math.round(element.getBoundingClientRect().right) === scrollWidth,
      )
      faults.push(
        `The page scrolls sideways: ${scrollWidth} px in ${clientWidth}${widest ? `, by ${nameOf(widest)}` : ''}`,
      )
    }
    return [...new Set(faults)]
  }, of)
}

/**
 * Returns a sentence per gold element that is not a main action.
 * Also returns one per main action that is not gold.
 * Main actions belong to a panel, dialog or page.
 */
export function findMainActionFaults(page: Page, of = 'body'): Promise<string[]> {
  return page.evaluate(
    ({ part, golds, critical }) => {
      const nameOf = (element: Element) =>
        `‘${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 60) || element.tagName}’`
      const rgb = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')
      const isGold = (colour: string) => golds.some((hex) => colour.includes(`(${rgb(hex)}`))
      /**
       * Returns the colours that the element itself paints.
       * An inherited colour counts only for an element that uses it.
       */
      const paints = (element: Element) => {
        const { backgroundColor, color, fill, stroke, borderTopColor, borderTopWidth } = getComputedStyle(element)
        const hasWords = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())
        const lines = element instanceof SVGElement ? [fill, stroke] : []
        return [
          backgroundColor,
          ...(hasWords ? [color] : []),
          ...(borderTopWidth === '0px' ? [] : [borderTopColor]),
          ...lines,
        ]
      }
      const root = document.querySelector(part) as Element
      const gold = [...root.querySelectorAll('*')].filter(
        (element) => element.checkVisibility({ visibilityProperty: true }) && paints(element).some(isGold),
      )
      const actions = Map.groupBy(
        gold.filter((element) => element.matches('button, a, [role="button"]')),
        (element) => element.closest('section[aria-labelledby], [role="dialog"], header') ?? root,
      )
      return [
        // Leave out the logo, which has its own colours.
        ...gold
          .filter((element) => !element.closest('button, a[class*="Button"], [class*="_logo_"]'))
          .map((element) => `${nameOf(element)} is gold and no action`),
        ...[...actions.values()]
          .filter(({ length }) => length > 1)
          .map((several) => `${several.map(nameOf).join(' and ')} are gold beside one another`),
        ...[...root.querySelectorAll('[data-variant="filled"]:is(button, a):not(:disabled, [data-disabled])')]
          .filter((element) => element.checkVisibility({ visibilityProperty: true }))
          .filter((element) => ![...golds, critical].some((hex) => paints(element)[0]?.includes(`(${rgb(hex)}`)))
          .map((element) => `${nameOf(element)} is what is to be done and not gold`),
      ]
    },
    { part: of, golds: colourPalette.gold, critical: colourPalette.statusCritical[6] },
  )
}
