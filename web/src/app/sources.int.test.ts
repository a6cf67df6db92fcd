/** Tests rules for all web sources: forms, scrolling, styles, errors, formats, addresses. */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const web = path.join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(web, file), 'utf8')

/** Paths of all sources except tests. */
const codeFiles = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file))

const forms = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx'))
  .flatMap((file) => {
    const found = read(file).match(/<form\b[\s\S]*?(?<!=)>/g) ?? []
    return found.map((opening) => [file, opening] as const)
  })

it('finds the forms', () => expect(forms.length).toBeGreaterThan(10))

it.each(forms)('%s', (_, opening) => expect(opening).toContain('noValidate'))

/**
 * Checks that the keyboard can scroll every scrolling element.
 * This includes elements without focusable content, such as those disabled by a replay.
 */

/** Scrolling elements that always contain something that can have the focus. */
const WITH_CONTROLS = ['active-reports.module.css .scroll', 'admin.module.css .tabs', 'dispatch.module.css .options']

const scrolling = (css: string) =>
  [...css.matchAll(/([^{}]+)\{[^{}]*overflow(?:-[xy])?:[^;]*\b(?:auto|scroll)\b[^{}]*\}/g)].flatMap(
    ([, selectors = '']) =>
      [...selectors.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/\.([\w-]+)\s*(?:,|$)/gm)].map(([, name]) => name ?? ''),
  )

/** Returns the text from each opening tag with this class to the end of the line. */
function tagsWith(source: string, expression: string): string[] {
  const tags: string[] = []
  for (let at = source.indexOf(expression); at >= 0; at = source.indexOf(expression, at + 1)) {
    if (/\w/.test(source[at + expression.length] ?? '')) continue
    const opens = source.lastIndexOf('<', at)
    tags.push(source.slice(opens, source.indexOf('\n', at)))
  }
  return tags
}

const screenTexts = globSync('**/*.tsx', { cwd: web }).map(read)
const scrollers = globSync('**/*.css', { cwd: web }).flatMap((file) =>
  scrolling(read(file)).map((name) => ({ sheet: path.basename(file), name })),
)

it.each(scrollers)('.$name of $sheet takes the focus', ({ sheet, name }) => {
  const tags = screenTexts.flatMap((source) => {
    const as = source.match(new RegExp(`import (\\w+) from '[^']*/${sheet.replaceAll('.', '\\.')}'`))?.[1]
    return as ? tagsWith(source, `${as}.${name}`) : []
  })
  expect(tags).not.toEqual([])
  const isListed = WITH_CONTROLS.includes(`${sheet} .${name}`)
  const without = tags.filter((tag) => !/tabIndex|\{\.\.\.scroller\}|aria-hidden/.test(tag))
  if (isListed) expect(without).not.toEqual([])
  else expect(without).toEqual([])
})

/** Checks that every Mantine component in use has its style sheet. */
const sheets = path.join(web, '../../node_modules/@mantine/core/styles')
const sourceTexts = globSync('**/*.{ts,tsx}', { cwd: web }).map(read)

it('has a style sheet for each component', () => {
  const names = (text: string) => text.split(',').map((name) => name.trim().split(' ')[0] ?? '')
  const drawn = sourceTexts.flatMap((source) =>
    [...source.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(([, list = '']) => names(list)),
  )
  const fetched = new Set(
    sourceTexts.flatMap((source) =>
      [...source.matchAll(/@mantine\/core\/styles\/(\w+)\.layer\.css/g)].map(([, name]) => name),
    ),
  )
  const styled = [...new Set(drawn)].filter((name) => name && existsSync(path.join(sheets, `${name}.layer.css`)))
  expect(styled.length).toBeGreaterThan(10)
  expect(styled.filter((name) => !fetched.has(name))).toEqual([])
})

/**
 * Checks that no error is silently dropped.
 * Handlers use the error, show a toast, or comment who shows it.
 */
/** A handler that ignores the error. */
const DROPS = /\bcatch \{|\.catch\(\(\) =>|, \(\) => (undefined|null|false|\{\})\)/
const SHOWS = /\bshowToast\(/
const COMMENT = /^\s*(\/\/|\{?\/\*)/

/** Returns the source lines that ignore an error without a toast or comment, as `line: text`. */
function droppedErrors(source: string): string[] {
  const lines = source.split('\n')
  return lines.flatMap((line, index) => {
    const isExplained = [lines[index - 1], lines[index + 1]].some((beside) => COMMENT.test(beside ?? ''))
    return DROPS.test(line) && !SHOWS.test(line) && !isExplained ? [`${index + 1}: ${line.trim()}`] : []
  })
}

it('finds errors that nobody hears of', () => {
  expect(droppedErrors('try {\n  go()\n} catch {\n}')).toEqual(['3: } catch {'])
  expect(droppedErrors('const done = await go().catch(() => undefined)')).toHaveLength(1)
  expect(droppedErrors('go().then(stop, () => undefined)')).toHaveLength(1)
  expect(droppedErrors('// The next start tries again.\nawait go().catch(() => null)')).toEqual([])
  expect(droppedErrors("go().catch(() => showToast('error', 'It failed'))")).toEqual([])
})

it('of every screen, none is dropped in silence', () => {
  expect(codeFiles.length).toBeGreaterThan(100)
  const found = codeFiles.flatMap((file) => droppedErrors(read(file)).map((line) => `${file}:${line}`))
  expect(found).toEqual([])
})

/** Matches number and time formatting, which only lib/format may contain, so that screens agree. */
const OWN = /\.toLocale(?:Date|Time)?String\(|\.toFixed\(|\bIntl\./
/** Methods that use the browser's time zone instead of the city's. */
const BROWSERS = /\.(?:get|set)(?:Hours|Minutes|Date|Day|Month|TimezoneOffset)\(|\.to(?:Date|Time)String\(/
/**
 * Matches a percent sign without a space before it, as in '85% full'.
 * Widths in CSS do not match.
 */
const CROWDED = /\}% [a-z]/
/** Matches a number and unit that a line break could part. */
const BREAKING = /\} (?:%|km|L|t|kg|kWh|m³|min|h|ms|s|g)(?![\w/=])/

const formattingFiles = codeFiles
  .filter((file) => !file.startsWith('lib/format'))
  .map((file) => ({ file, text: read(file) }))

it('is asked for by every file that writes a number', () => {
  expect(formattingFiles.length).toBeGreaterThan(200)
  expect(formattingFiles.filter(({ text }) => OWN.test(text)).map(({ file }) => file)).toEqual([])
})

it('is of the city’s clocks, whatever the browser’s are', () => {
  expect(formattingFiles.filter(({ text }) => BROWSERS.test(text)).map(({ file }) => file)).toEqual([])
})

it('sets percent apart', () => {
  expect(formattingFiles.filter(({ text }) => CROWDED.test(text)).map(({ file }) => file)).toEqual([])
})

it('keeps a number and its unit on one line', () => {
  expect(formattingFiles.filter(({ text }) => BREAKING.test(text)).map(({ file }) => file)).toEqual([])
})

/** The only file that may build addresses of the API. Other files may build only addresses of pages. */
const MAKES_ADDRESSES = 'lib/api/request.ts'

/** Returns the string literals that look like API addresses. */
const addressesIn = (text: string) =>
  [...text.matchAll(/['"`>](\/(?:api|auth|fuel)(?:[/?][^'"`<]*)?)(?=['"`<])/g)].map(([, address = '']) => address)

const pages = codeFiles
  .filter((file) => file.endsWith('/screens.ts'))
  .flatMap((file) => [...read(file).matchAll(/path: '([^']+)'/g)].map(([, address]) => address))

it('finds an address however it is written', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the test searches for this text
  expect(addressesIn("'/api' \"/auth/me\" `/fuel/vehicles/${id}` '/fuel/logs?limit=1' '/auth'")).toHaveLength(5)
  expect(addressesIn("'#web/lib/api/api.ts' '/authors' '/dispatcher'")).toEqual([])
})

it('is the only one', () => {
  expect(codeFiles).toContain(MAKES_ADDRESSES)
  expect(pages.length).toBeGreaterThan(10)
  const made = codeFiles
    .filter((file) => file !== MAKES_ADDRESSES)
    .flatMap((file) => addressesIn(read(file)).map((address) => ({ file, address })))
    .filter(({ address }) => !pages.includes(address))
  expect(made).toEqual([])
})
