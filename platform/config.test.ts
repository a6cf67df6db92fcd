/** Tests the settings: defaults, empty values, one error for all mistakes. */
import { expect, it } from 'vitest'
import { publicUrlOf, readSettings } from './config.ts'

it('has a default for what a bare machine needs', () => {
  expect(readSettings({})).toMatchObject({ PORT: 3000, HOST: '127.0.0.1', DATA_DIR: './data', LOG_LEVEL: 'info' })
})

it('takes an empty value as absent, and ignores foreign variables', () => {
  expect(readSettings({ PORT: '', TOKEN_SECRET: '', PATH: '/bin' })).not.toHaveProperty('PATH')
})

it.each([
  { PORT: 'x' },
  { PORT: '-1' },
  { PORT: '80.5' },
  { PORT: '70000' },
  { SEED: 'yes' },
  { LOG_LEVEL: 'loud' },
  { REDIS_URL: 'localhost:6379' },
  { EVENTSTORE_URL: 'http://x' },
  ...[
    'true',
    '0',
    '11',
    '1.5',
    '-1',
    'caddy',
    '10.0.0.0/33',
    '0.0.0.0/0',
    '::/0',
    '10.0.0.1,',
    '10.0.0.0/8/8',
    '10.0.0',
  ].map((TRUST_PROXY) => ({ TRUST_PROXY })),
])('refuses %j by name', (environment) => {
  const [name] = Object.keys(environment)
  expect(() => readSettings(environment)).toThrow(new RegExp(`^Wrong setting: ${name} .+\\.$`))
})

const NO_PASSWORD = 'LLM_BASE_URL must not hold a user or password: set LLM_API_KEY'
it.each<[Record<string, string>, string]>([
  [{ SEED: 'other' }, 'SEED must be demo or none'],
  [{ MAP_STYLE_URL: 'tiles.example/style.json' }, 'MAP_STYLE_URL must be a URL that begins with http:// or https://'],
  [{ TOKEN_SECRET: 'short' }, 'TOKEN_SECRET must be at least 32 characters'],
  [{ LLM_BASE_URL: 'http://user:word@model/v1' }, NO_PASSWORD],
  [{ LLM_BASE_URL: 'http://user@model' }, NO_PASSWORD],
  [{ LLM_BASE_URL: 'http://:word@model' }, NO_PASSWORD],
])('says of %j what it must be', (environment, sentence) => {
  expect(() => readSettings(environment)).toThrow(`Wrong setting: ${sentence}.`)
})

it.each([
  { MONGODB_URL: 'mongodb://a:27017,b:27017,c:27017/waste?replicaSet=r' },
  { EVENTSTORE_URL: 'esdb://a:2113,b:2113?tls=false' },
])('takes the several hosts of %j', (environment) => {
  expect(readSettings(environment)).toMatchObject(environment)
})

it.each([
  ['1', 1],
  ['10.0.0.0/8, loopback,fc00::/7', ['10.0.0.0/8', 'loopback', 'fc00::/7']],
  ['192.168.1.9', ['192.168.1.9']],
])('trusts the proxies %s', (TRUST_PROXY, proxies) => {
  expect(readSettings({ TRUST_PROXY }).TRUST_PROXY).toEqual(proxies)
})

it('names all wrong ones at once, and never their values', () => {
  const wrong = { TOKEN_SECRET: 'hunter2', SEED_PASSWORD: 'short', PORT: 'x' }
  expect(() => readSettings(wrong)).toThrow(/PORT .+SEED_PASSWORD .+TOKEN_SECRET/)
  expect(() => readSettings(wrong)).not.toThrow(/hunter2|short/)
})

it.each([
  [{}, 'http://127.0.0.1:3000'],
  [{ HOST: '::1', PORT: '80' }, 'http://[::1]:80'],
  [{ HOST: '0.0.0.0' }, 'http://localhost:3000'],
  [{ PUBLIC_URL: 'https://waste.example/' }, 'https://waste.example'],
])('links of %j begin with %s', (environment, address) => {
  expect(publicUrlOf(readSettings(environment))).toBe(address)
})
