/** Tests readable text on coloured backgrounds in both themes, including highlighted rows. */
import { expect, it } from 'vitest'
import { cssVariablesResolver } from './theme.ts'

/** Minimum contrast of text, WCAG level AA. */
const LEAST = 4.5
const SURFACES = ['surface', 'surface-raised', 'surface-sunken']
const STATUSES = ['new', 'progress', 'done', 'critical']

const { variables, dark, light } = cssVariablesResolver({} as Parameters<typeof cssVariablesResolver>[0])

type Colour = readonly number[]

/** Returns the resulting colour when a theme colour is painted over the background `ground`. */
function paint(value: string, all: Record<string, string>, ground: Colour): Colour {
  const [, name] = /^var\((.+)\)$/.exec(value) ?? []
  if (name) return paint(all[name] as string, all, ground)
  const [, first, share, second] = /^color-mix\(in srgb, (.+) (\d+)%, (.+)\)$/.exec(value) ?? []
  if (first && second) {
    const below = second === 'transparent' ? ground : paint(second, all, ground)
    return paint(first, all, ground).map(
      (part, index) => below[index]! + (part - below[index]!) * (Number(share) / 100),
    )
  }
  return [1, 3, 5].map((at) => Number.parseInt(value.slice(at, at + 2), 16))
}

function luminance(colour: Colour): number {
  const [red, green, blue] = colour.map((part) =>
    part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  ) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(a: Colour, b: Colour): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

it.each([
  ['dark', dark],
  ['light', light],
])('is readable in the %s theme', (_, own) => {
  const all = { ...variables, ...own }
  const on = (name: string, ground: Colour = []) => paint(`var(--ws-${name})`, all, ground)
  const pairs = SURFACES.flatMap((surface) =>
    [on(surface), on('marked', on(surface))].flatMap((ground, marked) => [
      ...STATUSES.map((status) => {
        const soft = on(`status-${status}-soft`, ground)
        return { what: `${status} on ${surface}, ${marked}`, is: contrast(on(`status-${status}-text`), soft) }
      }),
      ...['text', 'text-dimmed', 'chosen'].map((text) => ({
        what: `${text} on ${surface}, ${marked}`,
        is: contrast(on(text), ground),
      })),
    ]),
  )
  expect(pairs).toHaveLength(42)
  expect(pairs.filter(({ is }) => !(is >= LEAST))).toEqual([])
})
