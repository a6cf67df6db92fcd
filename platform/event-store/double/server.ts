/**
 * A double of EventStoreDB on its wire protocol: it proves what our adapter sends, not what EventStoreDB does.
 *
 * It is made for tests on machines without EventStoreDB, and knows as much of the protocol as our adapter uses.
 */

import { EventEmitter } from 'node:events'
import type { IServerFeaturesServer } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import featuresGrpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import features from '@eventstore/db-client/generated/serverfeatures_pb.js'
import type { IStreamsServer } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js'
import { Server, ServerCredentials } from '@grpc/grpc-js'
import { freePort } from '../../testing/free-ports.ts'
import { createGate } from '../../testing/gate.ts'
import { answerAppend, answerBatchAppend, commitOf, type Taking } from './append.ts'
import { openLog } from './log.ts'
import { answerRead } from './read.ts'

export interface DoubleOptions {
  /** A reserved one when left out: after {@link RunningDouble.close} nobody else listens there. */
  port?: number
  /** Where the events are kept over a restart; only in memory when left out. */
  file?: string
  /** False to offer only the older `Append`, as servers before 21.10 do. */
  batchAppend?: boolean
  /**
   * How long a commit takes. While one is under way the same append is dropped, and another to that stream refused, as the real
   * server does. 0 when left out.
   */
  commitMs?: number
  /** In place of a time: a commit takes until so many reads were answered since. */
  readsPerCommit?: number
}

export interface RunningDouble {
  /** The connection string for the client. */
  url: string
  /** Takes what comes and answers nothing. */
  hang(): void
  /** Ends that: does what came meanwhile, also for those who gave up. */
  wake(): void
  /** The events that it gave to readers so far. */
  sent(): number
  /** The appends that reached it so far. */
  appends(): number
  /** Ends all calls at once, as the death of the server would. */
  close(): Promise<void>
}

/** Starts a double on the loopback interface. */
export async function startEventStoreDouble(options: DoubleOptions = {}): Promise<RunningDouble> {
  const log = openLog(options.file)
  const server = new Server()
  const gate = createGate()
  const reads = new EventEmitter().setMaxListeners(0)
  const commit = commitOf(options, reads)
  const taking: Taking = {
    ...{ awake: gate.passed, committing: new Set<string>(), pending: new Map(), count: 0 },
    ...(commit && { commit }),
  }
  const given = { events: 0 }
  const streams: Pick<IStreamsServer, 'read' | 'append' | 'batchAppend'> = {
    read: async (call) => {
      await gate.passed()
      await answerRead(log, call, given)
      reads.emit('answered')
    },
    append: (call, callback) => answerAppend(log, taking, call, callback),
    batchAppend: (call) => answerBatchAppend(log, taking, call),
  }
  const serverFeatures: IServerFeaturesServer = {
    getSupportedMethods: (_call, callback) => callback(null, supportedMethods(options.batchAppend ?? true)),
  }
  server.addService(streamsGrpc.StreamsService, { ...streams })
  server.addService(featuresGrpc.ServerFeaturesService, serverFeatures)
  const port = await bind(server, options.port ?? (await freePort()))
  async function close(): Promise<void> {
    server.forceShutdown()
    log.close()
  }
  const url = `esdb://127.0.0.1:${port}?tls=false`
  const counts = { sent: () => given.events, appends: () => taking.count }
  return { url, hang: gate.shut, wake: gate.open, ...counts, close }
}

function bind(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    )
  })
}

function supportedMethods(batchAppend: boolean): InstanceType<typeof features.SupportedMethods> {
  const names = ['read', 'append', ...(batchAppend ? ['batchappend'] : [])]
  const methods = names.map((name) =>
    new features.SupportedMethod().setServiceName('event_store.client.streams.streams').setMethodName(name),
  )
  return new features.SupportedMethods().setEventStoreServerVersion('23.10.8').setMethodsList(methods)
}
