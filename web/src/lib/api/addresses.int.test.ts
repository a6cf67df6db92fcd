/**
 * Checks that one file alone builds server addresses.
 * Any other address in the web app is a page's.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const WEB = path.join(import.meta.dirname, '../..')
const MAKES_ADDRESSES = 'lib/api/request.ts'

const files = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
const textOf = (file: string) => readFileSync(path.join(WEB, file), 'utf8')

/** Returns the string literals that start like server addresses. */
const addressesIn = (text: string) =>
  [...text.matchAll(/['"`>](\/(?:api|auth|fuel)(?:[/?][^'"`<]*)?)(?=['"`<])/g)].map(([, address = '']) => address)

const pages = files
  .filter((file) => file.endsWith('/screens.ts'))
  .flatMap((file) => [...textOf(file).matchAll(/path: '([^']+)'/g)].map(([, address]) => address))

it('finds an address however it is written', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the test searches for this text
  expect(addressesIn("'/api' \"/auth/me\" `/fuel/vehicles/${id}` '/fuel/logs?limit=1' '/auth'")).toHaveLength(5)
  expect(addressesIn("'#web/lib/api/api.ts' '/authors' '/dispatcher'")).toEqual([])
})

it('is the only one', () => {
  expect(files).toContain(MAKES_ADDRESSES)
  expect(pages.length).toBeGreaterThan(10)
  const made = files
    .filter((file) => file !== MAKES_ADDRESSES)
    .flatMap((file) => addressesIn(textOf(file)).map((address) => ({ file, address })))
    .filter(({ address }) => !pages.includes(address))
  expect(made).toEqual([])
})
