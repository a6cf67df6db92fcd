/**
 * Checks that every scrolling element can be scrolled with the keyboard.
 * This includes elements without focusable content, as in a replay.
 */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const web = path.join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(web, file), 'utf8')

/** Elements whose content is always focusable. */
const WITH_CONTROLS = [
  'active-reports.module.css .scroll',
  'admin.module.css .tabs',
  'choice.module.css .options',
  'end-collection.module.css .bins',
]

/** Returns the scrolling classes of a style sheet. */
const scrolling = (css: string) =>
  [...css.matchAll(/([^{}]+)\{[^{}]*overflow(?:-[xy])?:[^;]*\b(?:auto|scroll)\b[^{}]*\}/g)].flatMap(
    ([, selectors = '']) =>
      [...selectors.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/\.([\w-]+)\s*(?:,|$)/gm)].map(([, name]) => name ?? ''),
  )

/** Returns the opening tags with a class, each up to the end of its line. */
function tagsWith(source: string, expression: string): string[] {
  const tags: string[] = []
  for (let at = source.indexOf(expression); at >= 0; at = source.indexOf(expression, at + 1)) {
    if (/\w/.test(source[at + expression.length] ?? '')) continue
    const opens = source.lastIndexOf('<', at)
    tags.push(source.slice(opens, source.indexOf('\n', at)))
  }
  return tags
}

const sources = globSync('**/*.tsx', { cwd: web }).map(read)
const scrollers = globSync('**/*.css', { cwd: web }).flatMap((file) =>
  scrolling(read(file)).map((name) => ({ sheet: path.basename(file), name })),
)

it.each(scrollers)('.$name of $sheet takes the focus', ({ sheet, name }) => {
  const tags = sources.flatMap((source) => {
    const as = source.match(new RegExp(`import (\\w+) from '[^']*/${sheet.replaceAll('.', '\\.')}'`))?.[1]
    return as ? tagsWith(source, `${as}.${name}`) : []
  })
  expect(tags).not.toEqual([])
  const isListed = WITH_CONTROLS.includes(`${sheet} .${name}`)
  const without = tags.filter((tag) => !/tabIndex|\{\.\.\.scroller\}|aria-hidden/.test(tag))
  if (isListed) expect(without).not.toEqual([])
  else expect(without).toEqual([])
})
