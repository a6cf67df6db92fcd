/**
 * Connects all adapters to MongoDB with time limits.
 * A failed start throws one readable error.
 */
import { createRequire } from 'node:module'
import type { Socket } from 'node:net'
import { MongoClient, type MongoClientOptions, MongoNetworkError } from 'mongodb'

/** The driver's connection, as far as it is used here. */
interface DriverConnection {
  readonly socket: Socket
  writeCommand(...given: unknown[]): Promise<void>
}

// The driver has an option for the class of its connections.
// However, it does not export the class.
const { Connection } = createRequire(import.meta.url)('mongodb/lib/cmap/connection.js') as {
  Connection: new (...given: unknown[]) => DriverConnection
}

/**
 * Connection whose writes fail when its socket closes.
 * The driver's own writes never end if their socket is just closing.
 * After a server's restart, its client could then stay disconnected.
 */
class ClosingConnection extends Connection {
  override async writeCommand(...given: unknown[]): Promise<void> {
    const { socket } = this
    const { promise: closed, reject } = Promise.withResolvers<never>()
    const fail = () => reject(new MongoNetworkError('the connection closed during a write'))
    socket.once('close', fail)
    if (socket.closed) fail()
    try {
      await Promise.race([super.writeCommand(...given), closed])
    } finally {
      socket.off('close', fail)
    }
  }
}

/**
 * Time limits of each step in ms, in case the server never answers.
 * The driver retries once, so all steps together take some eight seconds.
 * The driver's own option `timeoutMS` has no effect.
 */
const BOUNDS = {
  serverSelectionTimeoutMS: 4000,
  connectTimeoutMS: 2000,
  socketTimeoutMS: 4000,
  waitQueueTimeoutMS: 3000,
} as const

/**
 * Guarantees of all reads and writes.
 * A failover may undo what a minority of the servers has, or what is in no journal.
 */
const GUARANTEES = { w: 'majority', journal: true, readConcernLevel: 'majority', readPreference: 'primary' } as const

/** Options of a URL, in lower case, that would weaken or contradict the guarantees. */
const IGNORED_OPTIONS: readonly string[] = [
  ...['w', 'j', 'journal', 'fsync'],
  ...['readconcernlevel', 'readpreference', 'readpreferencetags', 'maxstalenessseconds'],
]

/** Returns the URL without the options that are ignored. */
function withoutIgnoredOptions(url: string): string {
  const [place = '', options = ''] = url.split(/\?(.*)/s)
  const kept = options
    .split('&')
    .filter((option) => !IGNORED_OPTIONS.includes(option.split('=', 1)[0]?.toLowerCase() ?? ''))
  return `${place}?${kept.join('&')}`
}

/**
 * Connects; rejects within about five seconds.
 * The error names the server (without password) and the setting.
 * The URL's options can't weaken the guarantees of reads and writes.
 */
export async function connectMongo(url: string, options: MongoClientOptions = {}): Promise<MongoClient> {
  try {
    const client = new MongoClient(withoutIgnoredOptions(url), {
      ...BOUNDS,
      ...GUARANTEES,
      ...options,
      ...({ connectionType: ClosingConnection } as object),
    })
    return await client.connect().catch((error) => client.close().then(() => Promise.reject(error)))
  } catch (error) {
    const reason = (error as Error).message.replaceAll('\n', ' ')
    throw new Error(`MongoDB can't be used at ${placeOf(url)}: ${reason}. Check MONGODB_URL.`, { cause: error })
  }
}

/** Returns a URL's hosts and database, without credentials and options. */
const placeOf = (url: string) => url.replace(/^[^/]*\/\/([^/]*@)?/, '').replace(/\?.*$/, '')
