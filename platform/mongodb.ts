/** Connects to MongoDB, for every adapter alike: bounded in time, and a start without it is one sentence. */
import { MongoClient, type MongoClientOptions } from 'mongodb'

/**
 * Bounds of each step, in ms: a server that takes a connection and says nothing must hold nobody up for long. The driver
 * tries once more, so that all steps together take some eight seconds at most. Its own `timeoutMS` does nothing.
 */
const BOUNDS = {
  serverSelectionTimeoutMS: 4000,
  connectTimeoutMS: 2000,
  socketTimeoutMS: 4000,
  waitQueueTimeoutMS: 3000,
} as const

/** Rejects with a sentence that names the server (never its password) and the setting, within five seconds or so. */
export async function connectMongo(url: string, options: MongoClientOptions): Promise<MongoClient> {
  try {
    const client = new MongoClient(url, { ...BOUNDS, ...options })
    return await client.connect().catch((error) => client.close().then(() => Promise.reject(error)))
  } catch (error) {
    const reason = (error as Error).message.replaceAll('\n', ' ')
    throw new Error(`MongoDB can't be used at ${placeOf(url)}: ${reason}. Check MONGODB_URL.`, { cause: error })
  }
}

/** Hosts and database, without who signs in and how. */
const placeOf = (url: string) => url.replace(/^[^/]*\/\/([^/]*@)?/, '').replace(/\?.*$/, '')
