/** Tests a distributed installation's files and documented settings. */

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { endpointRoutes } from '#contract/routes.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { reserveFreePort } from '#tests/fixtures/free-ports.ts'
import { findProgram } from '#tests/fixtures/programs.ts'
import { requestBuffersDirectiveOf } from './split-processes-programs.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const run = (program: string, args: string[], env: Record<string, string> = {}) =>
  execFileSync(program, args, { cwd: root, env: { ...process.env, ...env }, encoding: 'utf8', stdio: 'pipe' })

const compose = findProgram('docker-compose')
const caddy = findProgram('caddy')

const SECRETS = { TOKEN_SECRET: 'x'.repeat(32), MONGO_PASSWORD: 'y'.repeat(24), REDIS_PASSWORD: 'z'.repeat(24) }

let composedFile: string | undefined

/** Returns services or networks by name, as Docker Compose reads them. */
function composed(section: 'services' | 'networks'): Map<string, string> {
  composedFile ??= compose ? run(compose, ['config'], SECRETS) : ''
  const whole = composedFile
  const text = new RegExp(`^${section}:\\n((?: .*\\n)*)`, 'm').exec(whole)?.[1] ?? ''
  return new Map(
    text.split(/^ {2}(?=[a-z-]+:)/m).flatMap((service) => (service ? [[service.split(':')[0] ?? '', service]] : [])),
  )
}

function entries(service: string, key: string): string[] {
  const lines = new RegExp(`^ {4}${key}:\\n((?: {4}(?:-| ) .*\\n)*)`, 'm').exec(service)?.[1] ?? ''
  return lines.split('\n').flatMap((line) =>
    line
      ? [
          line
            .trim()
            .replace(/^- /, '')
            .replace(/: null$/, ''),
        ]
      : [],
  )
}

describe('docker-compose.yml', () => {
  it.skipIf(!compose)('is valid once its secrets are set', () => {
    run(compose ?? '', ['config', '-q'], SECRETS)
  })

  it.skipIf(!compose).each(Object.keys(SECRETS))('is refused without %s', (name) => {
    expect(() => run(compose ?? '', ['config', '-q'], { ...SECRETS, [name]: '' })).toThrow(new RegExp(name))
  })

  const services =
    read('docker-compose.yml')
      .split(/^services:\n/m)[1]
      ?.split(/^networks:\n/m)[0] ?? ''
  const blocks = services.split(/^ {2}(?=[a-z-]+:\n)/m).filter((block) => /^[a-z-]+:\n/.test(block))

  it('publishes the ports of Caddy only', () => {
    const published = blocks.filter((block) => /^ {4}ports:/m.test(block)).map((block) => block.split(':')[0])
    expect(published).toEqual(['caddy'])
  })

  describe.skipIf(!compose)('as compose reads it', () => {
    const services = [...composed('services')]
    const on = (network: string) =>
      services.filter(([, service]) => entries(service, 'networks').includes(network)).map(([name]) => name)

    it.each(services)(
      '%s has no rights but those that it names, and a root that it can not write to',
      (name, service) => {
        expect(service).toContain('\n    read_only: true\n')
        expect(entries(service, 'cap_drop')).toEqual(['ALL'])
        expect(entries(service, 'cap_add')).toEqual(name === 'caddy' ? ['NET_BIND_SERVICE'] : [])
        expect(entries(service, 'security_opt')).toEqual(['no-new-privileges:true'])
      },
    )

    it.each(services)('%s is our own image or of an exact version', (_, service) => {
      expect(service).toMatch(/\n {4}image: (wastesense|\S+:v?\d+\.\d+\.\d+(-[a-z]+)?)\n/)
    })

    it('keeps databases on a network without a way out, which the proxy and the mail do not reach', () => {
      expect(services).toHaveLength(8)
      expect(composed('networks').get('stores')).toContain('internal: true')
      expect(on('stores')).toEqual(['command-api', 'eventstore', 'mongo', 'projections', 'redis', 'workers'])
      expect(on('front')).toEqual(['caddy', 'command-api', 'projections'])
      expect(on('mail')).toEqual(['command-api', 'mailpit'])
    })

    it('asks for a password at MongoDB and Redis, and our processes know it', () => {
      const { MONGO_PASSWORD, REDIS_PASSWORD } = SECRETS
      const of = (name: string) => composed('services').get(name) ?? ''
      expect(of('mongo')).toContain(`MONGO_INITDB_ROOT_PASSWORD: ${MONGO_PASSWORD}`)
      expect(entries(of('redis'), 'command').join(' ')).toContain(`--requirepass ${REDIS_PASSWORD}`)
      for (const name of ['command-api', 'projections', 'workers']) {
        expect(of(name)).toContain(`MONGODB_URL: mongodb://wastesense:${MONGO_PASSWORD}@mongo:27017/`)
        expect(of(name)).toContain(`REDIS_URL: redis://:${REDIS_PASSWORD}@redis:6379`)
      }
    })
  })

  it.each(blocks)('limits the log files of each container: %s', (block) => {
    const shared =
      read('docker-compose.yml')
        .split(/^x-confined:.*\n/m)[1]
        ?.split(/^\S/m)[0] ?? ''
    expect(shared).toMatch(/^ {2}logging:\n(?: {4}.*\n)*? {4}options: \{ max-size: \d+m, max-file: "\d" \}$/m)
    expect(block).toMatch(/^ {4}<<: \*(confined|wastesense)$/m)
    expect(block).not.toMatch(/^ {4}logging:/m)
  })

  it('asks every service whether it is well', () => {
    const image = read('deploy/Dockerfile')
    const unasked = blocks.filter((block) => !block.includes('healthcheck:') && !block.includes('<<: *wastesense'))
    expect(unasked).toEqual([])
    expect(image).toContain('HEALTHCHECK')
    expect(blocks.length).toBe(8)
  })

  it('lets what reads a long log or journal start for ten minutes', () => {
    expect(read('deploy/Dockerfile')).toMatch(/^HEALTHCHECK .*--start-period=10m/m)
    const patient = blocks.filter((block) => block.includes('start_period: 10m')).map((block) => block.split(':')[0])
    expect(patient).toEqual(['eventstore', 'mongo'])
  })

  it.each(blocks)('limits the memory of each container, and the caches in it: %s', (block) => {
    const limit = /^ {4}mem_limit: (\d+)([mg])$/m.exec(block)
    expect(limit).not.toBeNull()
    const megabytes = Number(limit?.[1]) * (limit?.[2] === 'g' ? 1024 : 1)
    const heap = /--max-old-space-size=(\d+)/.exec(block)?.[1]
    if (block.includes('<<: *wastesense')) expect(Number(heap)).toBeGreaterThan(0)
    // The heap may use 70 % of the container's memory, because buffers and code need the rest.
    expect(Number(heap ?? 0)).toBeLessThanOrEqual(megabytes * 0.7)
    if (block.startsWith('eventstore:'))
      expect(block).toMatch(/STREAM_INFO_CACHE_CAPACITY: \d+\n.*CHUNKS_CACHE_SIZE: \d+/)
    if (block.startsWith('mongo:')) expect(block).toContain('--wiredTigerCacheSizeGB')
    if (block.startsWith('redis:')) expect(block).toMatch(/--maxmemory,\s+384mb/)
  })

  it.each(['eventstore', 'mongo', 'redis'])('keeps what %s holds on a volume', (name) => {
    expect(blocks.find((block) => block.startsWith(`${name}:`))).toMatch(/^ {4}volumes:/m)
  })
})

describe('the image', () => {
  it('runs as a user without rights', () => {
    expect(read('deploy/Dockerfile')).toMatch(/^USER node$/m)
  })

  it('has the packages of running processes only, which take at most 190 MB', () => {
    expect(read('deploy/Dockerfile')).toContain('npm pkg delete devDependencies workspaces')
    expect(read('deploy/Dockerfile')).toContain('COPY --from=packages /app/node_modules node_modules')
    const names = [...installedPackages()]
    const folders = names.filter((name) => !/^node_modules\/node(\/|$)/.test(name)).map((name) => join(root, name))
    expect(names).toContain('node_modules/express')
    for (const name of ['react', 'vite', 'typescript', 'playwright-core'])
      expect(names).not.toContain(`node_modules/${name}`)
    const bytes = folders.filter(existsSync).reduce((sum, folder) => sum + packageBytes(folder), 0)
    expect(bytes).toBeGreaterThan(50_000_000)
    expect(bytes).toBeLessThan(190_000_000)
  })
})

interface LockedPackage {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/**
 * Returns the folders of packages that an installation for production has.
 * It has neither workspaces nor development packages.
 */
function installedPackages(): Set<string> {
  const locked = new Map<string, LockedPackage>(Object.entries(JSON.parse(read('package-lock.json')).packages))
  const found = new Set<string>()
  const add = (from: string) => {
    const { dependencies, optionalDependencies } = locked.get(from) ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      // Node finds a package in the nearest node_modules folder.
      let folder = from
      while (folder !== '' && !locked.has(`${folder}/node_modules/${name}`))
        folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))
      const installed = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
      if (found.has(installed) || !locked.has(installed)) continue
      found.add(installed)
      add(installed)
    }
  }
  add('')
  return found
}

/**
 * Returns the size of a package in the image, in bytes.
 * The image has neither source maps nor type declarations.
 */
function packageBytes(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const file = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'node_modules' ? sum : sum + packageBytes(file)
    return entry.isFile() && !/\.(map|d\.[cm]?ts)$/.test(entry.name) ? sum + statSync(file).size : sum
  }, 0)
}

describe('Caddyfile', () => {
  it.skipIf(!caddy)('is valid as it is and for a domain', () => {
    for (const SITE_ADDRESS of [':80', 'waste.example.org'])
      run(caddy ?? '', ['adapt', '--validate', '--config', 'deploy/Caddyfile', '--adapter', 'caddyfile'], {
        SITE_ADDRESS,
        REQUEST_BUFFERS: requestBuffersDirectiveOf(caddy ?? ''),
      })
  })

  it.skipIf(!caddy)('bounds what requests with unfinished bodies hold', () => {
    const buffer = /request_buffers (\d+)KiB/.exec(read('deploy/Caddyfile'))?.[1]
    const limit = /^ {2}caddy:\n[\s\S]*?mem_limit: (\d+)m/m.exec(read('docker-compose.yml'))?.[1]
    // A buffer grows by doubling, so it takes up to twice its size.
    expect(4_000 * 2 * Number(buffer)).toBeLessThanOrEqual(Number(limit) * 1_024)
    const adapted = JSON.parse(
      run(caddy ?? '', ['adapt', '--config', 'deploy/Caddyfile', '--adapter', 'caddyfile'], {
        REQUEST_BUFFERS: requestBuffersDirectiveOf(caddy ?? ''),
      }),
    )
    const [server] = Object.values(adapted.apps.http.servers)
    expect(server).toMatchObject({ read_timeout: expect.any(Number), read_header_timeout: expect.any(Number) })
  })

  it.skipIf(!caddy)('sends writes below /api to command-api and everything else to projections', () => {
    const adapted = JSON.parse(
      run(caddy ?? '', ['adapt', '--config', 'deploy/Caddyfile', '--adapter', 'caddyfile'], {
        REQUEST_BUFFERS: requestBuffersDirectiveOf(caddy ?? ''),
      }),
    )
    const [site] = Object.values(adapted.apps.http.servers) as { routes: unknown[] }[]
    const patient = /"path":\[([^\]]*)\](?:(?!"path").)*"response_header_timeout":240000000000/
    const found = patient.exec(JSON.stringify(site?.routes))
    const paths = Object.values(endpointRoutes).flatMap((route) => ('upload' in route ? [`"/api${route.path}"`] : []))
    expect(found?.[1]?.split(',').sort()).toEqual(paths.sort())
    const [commands, rest] = JSON.stringify(site?.routes).split('"projections:3000"')
    expect(commands).toContain('"method":["POST","PUT","PATCH","DELETE"],"path":["/api/*"]')
    expect(commands).toContain('"dial":"command-api:3000"')
    expect(rest).not.toContain('command-api')
  })

  it.skipIf(!caddy)('leaves out an instance that hangs, and sends a command again only with its key', () => {
    const options = ['adapt', '--config', 'deploy/Caddyfile', '--adapter', 'caddyfile']
    const adapted = run(caddy ?? '', options, { REQUEST_BUFFERS: requestBuffersDirectiveOf(caddy ?? '') })
    const proxies = adapted.split('"handler":"reverse_proxy"').slice(1)
    expect(proxies).toHaveLength(3)
    for (const proxy of proxies) {
      expect(proxy).toContain('"uri":"/health/ready"')
      expect(proxy).toContain('"try_duration":20000000000')
    }
    const timeouts = proxies.map((proxy) => /"response_header_timeout":(\d+)/.exec(proxy)?.[1])
    expect(timeouts).toEqual(['240000000000', '15000000000', '15000000000'])
    const retried = proxies.map((proxy) => /"retry_match":\[(.*?)\],"selection_policy"/.exec(proxy)?.[1] ?? '')
    const header = (name: string) => `{"header":{"${name}":["*"]}}`
    const command = `"header":{"Content-Length":["*"],"Idempotency-Key":["*"]},"not":[${header('Upgrade')}]}`
    const without = ['Content-Length', 'Transfer-Encoding', 'Upgrade'].map(header)
    for (const match of retried.slice(0, 2)) {
      expect(match).toContain(command)
      expect(match).toContain('{http.reverse_proxy.status_code} == null')
    }
    expect(retried[2]).toBe(`{"method":["GET","HEAD"],"not":[${without.join()}]}`)
  })
})

describe('the proxy', () => {
  let [folder, stop] = ['', () => {}]
  afterEach(() => {
    stop()
    rmSync(folder, { recursive: true })
  })

  /**
   * Sends a malformed body and waits until the proxy has refused it.
   */
  async function sendMalformedBody(port: number, method: string): Promise<void> {
    const socket = connect(port, '127.0.0.1')
    socket.write(`${method} /api/x HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n`)
    await once(socket, 'data')
    socket.destroy()
  }

  it.skipIf(!caddy)('serves others after a request that nobody could answer', async () => {
    folder = mkdtempSync(join(tmpdir(), 'proxy-'))
    let cuts = 0
    const upstream = createServer((request, response) => {
      if (request.url === '/api/cut') {
        cuts++
        request.socket.destroy()
      }
      request.resume().on('end', () => response.end())
    })
    const [port, proxy] = [await reserveFreePort(), await reserveFreePort()]
    await new Promise<void>((resolve) => upstream.listen(port, '127.0.0.1', resolve))
    const running = spawn(caddy ?? '', ['run', '--config', 'deploy/Caddyfile', '--adapter', 'caddyfile'], {
      cwd: root,
      env: {
        ...process.env,
        ...{ HOME: folder, CADDY_ADMIN: 'off', SITE_ADDRESS: `http://127.0.0.1:${proxy}` },
        ...{ COMMAND_APIS: `127.0.0.1:${port}`, PROJECTIONS: `127.0.0.1:${port}` },
        REQUEST_BUFFERS: requestBuffersDirectiveOf(caddy ?? ''),
      },
      stdio: 'ignore',
    })
    stop = () => {
      running.kill()
      upstream.closeAllConnections()
      upstream.close()
    }
    const statusOf = async (method: string) => (await fetch(`http://127.0.0.1:${proxy}/api/x`, { method })).status
    await eventually(async () => expect(await statusOf('POST')).toBe(200))
    for (const method of ['POST', 'GET']) {
      await sendMalformedBody(proxy, method)
      expect(await statusOf('POST')).toBe(200)
    }
    // The proxy repeats this for two seconds, of the 20 s for which it waits for an instance.
    const key = { 'Idempotency-Key': 'k' }
    expect((await fetch(`http://127.0.0.1:${proxy}/api/cut`, { method: 'POST', headers: key })).status).toBe(502)
    expect(cuts).toBeGreaterThan(0)
    // Each attempt may open another connection, if it reused one.
    expect(cuts).toBeLessThanOrEqual(6)
    // The proxy would repeat these to every instance.
    const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket'
    for (const head of [
      'POST /api/cut HTTP/1.1\r\nIdempotency-Key: k\r\nTransfer-Encoding: chunked',
      `POST /api/cut HTTP/1.1\r\nIdempotency-Key: k\r\nContent-Length: 0\r\n${upgrade}`,
      `GET /api/cut HTTP/1.1\r\n${upgrade}`,
      'GET /api/cut HTTP/1.1\r\nContent-Length: 5',
    ]) {
      cuts = 0
      const socket = connect(proxy, '127.0.0.1')
      socket.write(`${head}\r\nHost: 127.0.0.1\r\n\r\n0\r\n\r\n`)
      await once(socket, 'data')
      socket.destroy()
      // The proxy opens another connection if it reused one.
      expect(cuts).toBeGreaterThan(0)
      expect(cuts).toBeLessThanOrEqual(2)
    }
  })
})

describe('the settings', () => {
  const names = [...read('platform/config.ts').matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map((match) => match[1] ?? '')

  it.each(['docs/settings.md', '.env.example'])('are all in %s', (file) => {
    const text = read(file)
    expect(names.length).toBeGreaterThan(10)
    expect(names.filter((name) => !text.includes(name))).toEqual([])
  })
})

describe('the documents', () => {
  const files = ['docs', 'docs/adr'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
  )
  const documents = ['README.md', 'CONTRIBUTING.md', ...files.filter((name) => name.endsWith('.md'))]

  it.each(documents)('%s links to files that exist', (file) => {
    const text = read(file)
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)\)/g), ...text.matchAll(/ src="([^"]+)"/g)].map(
      (match) => match[1] ?? '',
    )
    const broken = links.filter((link) => !existsSync(join(root, dirname(file), link)))
    expect(broken).toEqual([])
  })
})
