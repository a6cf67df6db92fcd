/** Checks that only this folder formats numbers and times, so that all screens agree. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const WEB = path.join(import.meta.dirname, '../..')
const OWN = /\.toLocale(?:Date|Time)?String\(|\.toFixed\(|\bIntl\./
/** Methods that use the browser's time zone instead of the city's. */
const BROWSERS = /\.(?:get|set)(?:Hours|Minutes|Date|Day|Month|TimezoneOffset)\(|\.to(?:Date|Time)String\(/
/**
 * '85%' in a text: percent signs need a space.
 * CSS widths are no text.
 */
const CROWDED = /\}% [a-z]/
/** A number and a unit with a space that allows a line break. */
const BREAKING = /\} (?:%|km|L|t|kg|kWh|m³|min|h|ms|s|g)(?![\w/=])/

const files = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.ts$/.test(file) && !file.startsWith('lib/format'))
  .map((file) => ({ file, text: readFileSync(path.join(WEB, file), 'utf8') }))

it('is asked for by every file that writes a number', () => {
  expect(files.length).toBeGreaterThan(300)
  expect(files.filter(({ text }) => OWN.test(text)).map(({ file }) => file)).toEqual([])
})

it('is of the city’s clocks, whatever the browser’s are', () => {
  expect(files.filter(({ text }) => BROWSERS.test(text)).map(({ file }) => file)).toEqual([])
})

it('sets percent apart', () => {
  expect(files.filter(({ text }) => CROWDED.test(text)).map(({ file }) => file)).toEqual([])
})

it('keeps a number and its unit on one line', () => {
  expect(files.filter(({ text }) => BREAKING.test(text)).map(({ file }) => file)).toEqual([])
})
