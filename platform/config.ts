/**
 * Reads the settings from the environment at start.
 * Wrong settings end the start with a readable error.
 */
import { isIP } from 'node:net'
import path from 'node:path'
import { z } from 'zod'
import { SMS_GATEWAYS } from './sms/http-gateways.ts'

/**
 * Returns the URL with its first host.
 * A cluster's URL has several, which `URL` can't parse.
 */
const firstHost = (text: string) => text.replace(/,[^/?]*/, '')

const url = (...protocols: string[]) =>
  z.string().refine((text) => URL.canParse(firstHost(text)) && protocols.includes(new URL(firstHost(text)).protocol), {
    error: `must be a URL that begins with ${protocols.join('// or ')}//`,
  })

/** Whether a URL has no user or password, because logs show it. */
const hasNoPassword = (text: string) => {
  const { username, password } = new URL(text)
  return username === '' && password === ''
}

const MOST_PROXIES = 10
const PRIVATE = ['loopback', 'linklocal', 'uniquelocal']

/**
 * Whether the text is an IP address, a range, or Express's private network name.
 * The range of all addresses is invalid.
 */
function isProxyAddress(text: string): boolean {
  const [address = '', bits = '128', ...more] = text.split('/')
  const family = isIP(address)
  const isRange = /^\d{1,3}$/.test(bits) && Number(bits) >= 1
  return (
    more.length === 0 &&
    (PRIVATE.includes(text) ||
      (family > 0 && isRange && (!text.includes('/') || Number(bits) <= (family === 4 ? 32 : 128))))
  )
}

/** Parses the count or addresses of proxies for Express's 'trust proxy'. */
const proxies = z.string().transform((text, context) => {
  const count = Number(text)
  if (Number.isInteger(count) && count >= 1 && count <= MOST_PROXIES) return count
  const addresses = text.split(',').map((address) => address.trim())
  if (addresses.every(isProxyAddress)) return addresses
  context.addIssue(
    `must be the number of proxies in front, 1 to ${MOST_PROXIES}, or their addresses, such as 10.0.0.0/8, loopback`,
  )
  return z.NEVER
})

const ServerSettings = z.object({
  PORT: z.coerce.number('must be a port number').int().min(0).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  SEED: z.enum(['demo', 'none'], 'must be demo or none').optional(),
  SEED_HISTORY: z.enum(['year', 'none'], 'must be year or none').default('year'),
  SEED_PASSWORD: z.string().min(8, 'must be at least 8 characters').optional(),
  TOKEN_SECRET: z.string().min(32, 'must be at least 32 characters').optional(),
  TOKEN_SECRET_PREVIOUS: z.string().min(32, 'must be at least 32 characters').optional(),
  VAULT_KEY_FILE: z.string().optional(),
  EVENTSTORE_URL: url('esdb:', 'esdb+discover:').optional(),
  MONGODB_URL: url('mongodb:', 'mongodb+srv:').optional(),
  REDIS_URL: url('redis:', 'rediss:').optional(),
  COMMAND_API_URL: url('http:', 'https:').optional(),
  WORKERS_URL: url('http:', 'https:').optional(),
  TRUST_PROXY: proxies.optional(),
  SMTP_URL: url('smtp:', 'smtps:').optional(),
  MAIL_FROM: z.string().optional(),
  SMS_GATEWAY: z.enum(SMS_GATEWAYS, `must be ${SMS_GATEWAYS.join(', ')}`).optional(),
  SMS_KEY: z.string().optional(),
  SMS_USER: z.string().optional(),
  SMS_SENDER: z.string().max(15, 'must have at most 15 characters').optional(),
  SMS_URL: url('http:', 'https:').optional(),
  SMS_PER_DAY: z.coerce.number('must be a number').int().min(0).max(10_000_000).default(1_000),
  PUBLIC_URL: url('http:', 'https:').optional(),
  LLM_BASE_URL: url('http:', 'https:')
    .refine((text) => !URL.canParse(text) || hasNoPassword(text), 'must not hold a user or password: set LLM_API_KEY')
    .optional(),
  LLM_API_KEY: z.string().optional(),
  LLM_MODEL: z.string().optional(),
  YOLO_MODEL: z.string().optional(),
  MAP_STYLE_URL: url('http:', 'https:').optional(),
  METRICS_TOKEN: z.string().min(16, 'must be at least 16 characters').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http:', 'https:').optional(),
  STOP_SECONDS: z.coerce.number('must be a number of seconds').int().min(1).max(3_600).default(14),
  LOG_LEVEL: z
    .enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'], 'must be a level such as info or warn')
    .default('info'),
})

export type ServerSettings = z.infer<typeof ServerSettings>

/**
 * Parses the settings of an environment.
 * Empty values count as absent.
 * Throws an error that names each wrong setting.
 */
export function readSettings(environment: Record<string, string | undefined>): ServerSettings {
  const given = Object.entries(environment).filter(
    ([key, value]) => Object.hasOwn(ServerSettings.shape, key) && value !== '',
  )
  const parsed = ServerSettings.safeParse(Object.fromEntries(given))
  if (parsed.success) return parsed.data
  const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
  throw new Error(`Wrong setting: ${wrong.join('; ')}.`)
}

/**
 * Reads the settings of an embedded installation.
 * Throws a readable error if external databases hold the data.
 */
export function readEmbeddedSettings(environment: Record<string, string | undefined>, done: string): ServerSettings {
  const settings = readSettings(environment)
  const others = (['EVENTSTORE_URL', 'MONGODB_URL'] as const).filter((name) => settings[name])
  if (others.length > 0)
    throw new Error(`The data is in ${others.join(' and ')}, and is ${done} with the tools of those databases.`)
  return settings
}

/** Returns the path of the vault's key file, which is in the data folder by default. */
export const vaultKeyFileOf = ({ VAULT_KEY_FILE, DATA_DIR }: ServerSettings): string =>
  VAULT_KEY_FILE ?? path.join(DATA_DIR, 'vault.key')

/**
 * Returns the web app's public URL without a trailing slash.
 * Links in mails start with it.
 */
export function publicUrlOf({ PUBLIC_URL, HOST, PORT }: ServerSettings): string {
  if (PUBLIC_URL) return PUBLIC_URL.replace(/\/+$/, '')
  const host = HOST === '0.0.0.0' || HOST === '::' ? 'localhost' : HOST
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`
}
