/**
 * Connects all adapters to MongoDB with time limits.
 * A failed start throws one readable error.
 */
import { MongoClient, type MongoClientOptions } from 'mongodb'

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
 * Connects; rejects within about five seconds.
 * The error names the server (without password) and the setting.
 */
export async function connectMongo(url: string, options: MongoClientOptions): Promise<MongoClient> {
  try {
    const client = new MongoClient(url, { ...BOUNDS, ...options })
    return await client.connect().catch((error) => client.close().then(() => Promise.reject(error)))
  } catch (error) {
    const reason = (error as Error).message.replaceAll('\n', ' ')
    throw new Error(`MongoDB can't be used at ${placeOf(url)}: ${reason}. Check MONGODB_URL.`, { cause: error })
  }
}

/** Returns a URL's hosts and database, without credentials and options. */
const placeOf = (url: string) => url.replace(/^[^/]*\/\/([^/]*@)?/, '').replace(/\?.*$/, '')
