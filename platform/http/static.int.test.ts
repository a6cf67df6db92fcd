/** Tests static files: the smallest accepted encoding, from the build, with its own ETag. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingHttpHeaders, request, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '../logging.ts'
import { mountOpenApi } from './openapi.ts'
import { closeServer, createHttpServer, listenOnPort } from './server.ts'

const SCRIPT = `console.log(${JSON.stringify('waste '.repeat(2_000))})`
const PAGE = `<!doctype html><title>WasteSense</title><!--${'sense '.repeat(500)}-->`
/** Inline script of a prerendered page, which also has an inline style. */
const HELD = 'console.log(1)'
const SIGN_IN = `<!doctype html><title>Sign in</title><link rel="stylesheet" href="/assets/b.css" disabled><script>${HELD}</script>`
let folder: string
let server: Server
let port: number

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
  mkdirSync(path.join(folder, 'assets'))
  writeFileSync(path.join(folder, 'index.html'), PAGE)
  writeFileSync(path.join(folder, 'login.html'), SIGN_IN)
  writeFileSync(path.join(folder, 'assets/app-1.js'), SCRIPT)
  writeFileSync(path.join(folder, 'assets/small-1.js'), 'small')
  writeFileSync(path.join(folder, '.hidden.js'), SCRIPT)
  writeFileSync(path.join(folder, 'icon.png'), Buffer.alloc(5_000))
  writeFileSync(
    path.join(folder, 'first-screens.json'),
    JSON.stringify({
      '/login': { needed: ['/assets/app-1.js', '/assets/a.css', '/assets/b.css'], soon: ['/assets/small-1.js'] },
    }),
  )
  execFileSync(process.execPath, [path.join(import.meta.dirname, '../../web/compress.ts'), folder])
  server = createHttpServer({
    log: createLog('test', 'silent'),
    health: () => ({ status: 'ok', version: '', position: '0', lag: {} }),
    mount: (app) => mountOpenApi(app, '1'),
    webRoot: folder,
    mapStyleUrl: 'https://tiles.example:8443/styles/city.json?key=1',
  })
  port = await listenOnPort(server, 0, '127.0.0.1')
})
afterAll(async () => {
  await closeServer(server)
  rmSync(folder, { recursive: true })
})

/** Sends a raw request, because fetch() would decompress and add headers. */
function ask(address: string, encodings = '', headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
    const accept = encodings ? { 'Accept-Encoding': encodings } : {}
    const sent = request({ port, host: '127.0.0.1', path: address, method, headers: { ...accept, ...headers } })
    sent.on('error', reject)
    sent.on('response', (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      )
    })
    sent.end()
  })
}

describe('the page', () => {
  it('names what its first screen is made of, so that a browser asks for that before it reads the page', async () => {
    const { headers, body } = await ask('/login')
    expect(headers.link).toBe(
      '</assets/app-1.js>; rel=modulepreload; crossorigin, </assets/a.css>; rel=preload; as=style; crossorigin, </assets/small-1.js>; rel=modulepreload; crossorigin',
    )
    expect(body.toString()).toBe(SIGN_IN)
    expect((await ask('/help')).headers.link).toBeUndefined()
  })
})

describe('a file of the web app', () => {
  it.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
    ['gzip', 'gzip', gunzipSync],
    ['', undefined, (body: Buffer) => body],
    ['*', undefined, (body: Buffer) => body],
    ['identity', undefined, (body: Buffer) => body],
  ])('for %j comes as %s', async (accept, encoding, open) => {
    const { status, headers, body } = await ask('/assets/app-1.js', accept)
    expect(status).toBe(200)
    expect(headers['content-encoding']).toBe(encoding)
    expect(headers['content-type']).toMatch(/^text\/javascript/)
    expect(headers.vary).toBe('Accept-Encoding')
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(open(body).toString()).toBe(SCRIPT)
  })

  it('has an ETag for each form, by which it is not sent again', async () => {
    const forms = await Promise.all(['br', 'gzip', ''].map((accept) => ask('/assets/app-1.js', accept)))
    expect(new Set(forms.map(({ headers }) => headers.etag)).size).toBe(3)
    const again = await ask('/assets/app-1.js', 'br', { 'If-None-Match': forms[0]?.headers.etag ?? '' })
    expect([again.status, again.body.length]).toEqual([304, 0])
    expect((await ask('/assets/app-1.js', 'br', { 'If-None-Match': forms[1]?.headers.etag ?? '' })).status).toBe(200)
  })

  it.each(['', 'br'])('of which a part is asked that it does not have says how long it is: %j', async (accept) => {
    const { headers: whole } = await ask('/assets/app-1.js', accept)
    const { status, headers, body } = await ask('/assets/app-1.js', accept, { Range: 'bytes=9000000-' })
    expect(status).toBe(416)
    expect(headers['content-range']).toBe(`bytes */${whole['content-length']}`)
    expect(headers['content-type']).toMatch(/^application\/problem\+json/)
    expect(headers['content-encoding']).toBeUndefined()
    expect(headers.etag).not.toBe(whole.etag)
    expect(headers['cache-control']).toBeUndefined()
    expect(JSON.parse(body.toString())).toMatchObject({ status: 416, title: 'no-such-range' })
    expect(await ask('/assets/app-1.js', accept, { Range: 'bytes=0-3' })).toMatchObject({ status: 206 })
  })

  it('that differs from the requested one is not sent', async () => {
    const { status, body } = await ask('/assets/app-1.js', 'br', { 'If-Match': '"another"' })
    expect([status, JSON.parse(body.toString()).title]).toEqual([412, 'changed'])
  })

  it('is the very file that the build made, also of the page, whatever address of the app is asked for', async () => {
    const made = readFileSync(path.join(folder, 'index.html.br'))
    for (const address of ['/', '/logins', '/resident/dashboard?a=1', '/index.html']) {
      const { headers, body } = await ask(address, 'br')
      expect(body.equals(made)).toBe(true)
      expect(headers['content-type']).toMatch(/^text\/html/)
      expect(headers['cache-control']).toBe('no-cache')
    }
    expect((await ask('/', 'br', {}, 'HEAD')).headers['content-length']).toBe(String(made.length))
  })

  it('that is small or packed already goes out as it is', async () => {
    expect((await ask('/assets/small-1.js', 'br, gzip')).body.toString()).toBe('small')
    const { headers, body } = await ask('/icon.png', 'br, gzip')
    expect([headers['content-encoding'], body.length]).toEqual([undefined, 5_000])
  })

  it.each([
    '/none.js',
    '/assets/none.css',
    '/.hidden.js',
    '/..%2f..%2fpackage.json',
    '/%2e%2e/%2e%2e/etc/hosts.txt',
    '/a%00.js',
  ])('that is not there is not found: %s', async (address) => {
    const { status, headers } = await ask(address, 'br')
    expect([status, headers['content-encoding']]).toEqual([404, undefined])
  })
})

it('serves the API reference from this origin, compressed once for all readers', async () => {
  const page = (await ask('/api/docs')).body.toString()
  const files = [...page.matchAll(/(?:src|href)="(\/api\/[^"]+)"/g)].map(([, file = '']) => file)
  expect(files).toHaveLength(4)
  for (const file of files) expect((await ask(file)).status, file).toBe(200)
  expect(page).not.toMatch(/https?:|<script>|<style>/)
  expect((await ask('/api/docs/swagger-ui-bundle.js.map')).status).toBe(404)

  const [first, second] = [await ask('/api/docs/swagger-ui.js', 'gzip'), await ask('/api/docs/swagger-ui.js', 'gzip')]
  expect(first?.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(first?.body ?? Buffer.alloc(0)).length).toBeGreaterThan(1_000_000)
  expect(second?.headers.etag).toBe(first?.headers.etag)
  const again = await ask('/api/docs/swagger-ui.js', 'gzip', { 'If-None-Match': first?.headers.etag ?? '' })
  expect(again.status).toBe(304)
  // Other encodings would be made anew for each request.
  for (const encoding of ['br', 'deflate'])
    for (const address of [...files, '/api/openapi.json', '/api/docs/events'])
      expect((await ask(address, encoding)).headers['content-encoding'], address).toBeUndefined()
  expect(JSON.parse((await ask('/api/openapi.json')).body.toString()).openapi).toBe('3.1.0')
  const { headers, body } = await ask('/api/docs/events')
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(body.toString()).toContain('TruckDispatched')
})

it('allows only its own script files and those inside its pages, and requests only to itself and the map’s origin', async () => {
  for (const address of ['/', '/assets/app-1.js']) {
    const { headers } = await ask(address)
    const directives = String(headers['content-security-policy']).split(';')
    expect(directives).toContain("connect-src 'self' https://tiles.example:8443")
    expect(directives).toContain("worker-src 'self'")
    const hash = createHash('sha256').update(HELD).digest('base64')
    expect(directives).toContain(`script-src 'self' 'sha256-${hash}'`)
  }
})

it('spends no time on paths and ranges of thousands of characters', async () => {
  expect((await ask(`/${'a'.repeat(900)}`)).status).toBe(200)
  expect((await ask(`/${'../'.repeat(1_000)}assets/app-1.js`)).status).toBe(404)
  expect((await ask(`/${'a'.repeat(1_000)}`)).status).toBe(404)
  expect((await ask('/icon.png', '', { Range: 'bytes=0-9' })).status).toBe(206)
  const { status, body } = await ask('/icon.png', '', { Range: `bytes=${'0-,'.repeat(1_000)}0-1` })
  expect([status, body.length]).toEqual([200, 5_000])
})
