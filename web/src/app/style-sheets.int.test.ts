/** Checks that every Mantine component in use has its style sheet. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const web = path.join(import.meta.dirname, '..')
const sheets = path.join(web, '../../node_modules/@mantine/core/styles')
const sources = globSync('**/*.{ts,tsx}', { cwd: web }).map((file) => readFileSync(path.join(web, file), 'utf8'))

it('has a style sheet for each component', () => {
  const names = (text: string) => text.split(',').map((name) => name.trim().split(' ')[0] ?? '')
  const drawn = sources.flatMap((source) =>
    [...source.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(([, list = '']) => names(list)),
  )
  const fetched = new Set(
    sources.flatMap((source) =>
      [...source.matchAll(/@mantine\/core\/styles\/(\w+)\.layer\.css/g)].map(([, name]) => name),
    ),
  )
  const styled = [...new Set(drawn)].filter((name) => name && existsSync(path.join(sheets, `${name}.layer.css`)))
  expect(styled.length).toBeGreaterThan(10)
  expect(styled.filter((name) => !fetched.has(name))).toEqual([])
})
