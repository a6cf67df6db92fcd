/** The files of a distributed installation are valid, and every setting is written down where a reader looks for it. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findProgram } from '#platform/testing/programs.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const run = (program: string, args: string[], env: Record<string, string> = {}) =>
  execFileSync(program, args, { cwd: root, env: { ...process.env, ...env }, encoding: 'utf8', stdio: 'pipe' })

const compose = findProgram('docker-compose')
const caddy = findProgram('caddy')

describe('docker-compose.yml', () => {
  it.skipIf(!compose)('is valid once TOKEN_SECRET is set', () => {
    run(compose ?? '', ['config', '-q'], { TOKEN_SECRET: 'x'.repeat(32) })
  })

  it.skipIf(!compose)('is refused without TOKEN_SECRET', () => {
    expect(() => run(compose ?? '', ['config', '-q'], { TOKEN_SECRET: '' })).toThrow(/TOKEN_SECRET/)
  })

  const services =
    read('docker-compose.yml')
      .split(/^services:\n/m)[1]
      ?.split(/^volumes:\n/m)[0] ?? ''
  const blocks = services.split(/^ {2}(?=[a-z-]+:\n)/m).filter((block) => /^[a-z-]+:\n/.test(block))

  it('publishes the ports of Caddy only', () => {
    const published = blocks.filter((block) => /^ {4}ports:/m.test(block)).map((block) => block.split(':')[0])
    expect(published).toEqual(['caddy'])
  })

  it('asks every service whether it is well', () => {
    const image = read('Dockerfile')
    const unasked = blocks.filter((block) => !block.includes('healthcheck:') && !block.includes('<<: *wastesense'))
    expect(unasked).toEqual([])
    expect(image).toContain('HEALTHCHECK')
    expect(blocks.length).toBe(8)
  })

  it.each(['eventstore', 'mongo', 'redis'])('keeps what %s holds on a volume', (name) => {
    expect(blocks.find((block) => block.startsWith(`${name}:`))).toMatch(/^ {4}volumes:/m)
  })
})

describe('the image', () => {
  it('runs as a user without rights', () => {
    expect(read('Dockerfile')).toMatch(/^USER node$/m)
  })
})

describe('Caddyfile', () => {
  it.skipIf(!caddy)('is valid as it is and for a domain', () => {
    for (const SITE_ADDRESS of [':80', 'waste.example.org'])
      run(caddy ?? '', ['adapt', '--validate', '--config', 'Caddyfile', '--adapter', 'caddyfile'], { SITE_ADDRESS })
  })

  it.skipIf(!caddy)('sends writes below /api to command-api and everything else to projections', () => {
    const adapted = JSON.parse(run(caddy ?? '', ['adapt', '--config', 'Caddyfile', '--adapter', 'caddyfile']))
    const [site] = Object.values(adapted.apps.http.servers) as { routes: unknown[] }[]
    const [commands, rest] = JSON.stringify(site?.routes).split('"projections"')
    expect(commands).toContain('"method":["POST","PUT","PATCH","DELETE"],"path":["/api/*"]')
    expect(commands).toContain('"dial":"command-api:3000"')
    expect(rest).not.toContain('command-api')
  })
})

describe('the settings', () => {
  const names = [...read('platform/config.ts').matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map((match) => match[1] ?? '')

  it.each(['README.md', '.env.example'])('are all in %s', (file) => {
    const text = read(file)
    expect(names.length).toBeGreaterThan(10)
    expect(names.filter((name) => !text.includes(name))).toEqual([])
  })
})

describe('the documents', () => {
  const adrs = readdirSync(join(root, 'docs/adr')).map((name) => `docs/adr/${name}`)

  it.each(['README.md', 'CONTRIBUTING.md', 'docs/map.md', ...adrs])('%s links to files that exist', (file) => {
    const links = [...read(file).matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map((match) => match[1] ?? '')
    const broken = links.filter((link) => !existsSync(join(root, dirname(file), link)))
    expect(broken).toEqual([])
  })
})
