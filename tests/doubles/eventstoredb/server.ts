/**
 * EventStoreDB double for tests without the server.
 * It speaks the part of the wire protocol that our adapter uses.
 * It proves what our adapter sends, not what EventStoreDB does.
 */

import { EventEmitter } from 'node:events'
import type { IServerFeaturesServer } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import featuresGrpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import features from '@eventstore/db-client/generated/serverfeatures_pb.js'
import type { IStreamsServer } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js'
import { Server, ServerCredentials } from '@grpc/grpc-js'
import { reserveFreePort } from '../../fixtures/free-ports.ts'
import { createGate } from '../../fixtures/gate.ts'
import { type AppendState, answerAppend, answerBatchAppend, createCommitDelay } from './append.ts'
import { openDoubleLog } from './log.ts'
import { answerRead } from './read.ts'

interface DoubleOptions {
  /**
   * Port of the test double.
   * By default it is a reserved port.
   * A reserved port stays free after {@link EventStoreDouble.close}.
   */
  port?: number
  /**
   * File that keeps the events across restarts.
   * By default they are only in memory.
   */
  file?: string
  /** False offers only the older `Append`, like servers before 21.10. */
  batchAppend?: boolean
  /**
   * Duration of a commit, in ms; 0 by default.
   * During a commit, the EventStoreDB double ignores a repetition of the append, like the real server.
   * It also refuses appends that expect the stream's revision from before the commit.
   */
  commitMs?: number
  /**
   * Number of reads that the simulated EventStoreDB answers before it finishes a commit.
   * If set, `commitMs` has no effect.
   */
  readsPerCommit?: number
}

export interface EventStoreDouble {
  url: string
  /** Makes the test server accept requests without answering them. */
  hang(): void
  /**
   * Makes the test server answer again.
   * It also answers the requests of clients that have given up.
   */
  wake(): void
  /** Returns the count of events sent to readers. */
  sent(): number
  /** Returns the count of appends received. */
  appends(): number
  /** Ends all calls at once, as if the server crashed. */
  close(): Promise<void>
}

/** Starts a test double of EventStoreDB on the loopback interface. */
export async function startEventStoreDouble(options: DoubleOptions = {}): Promise<EventStoreDouble> {
  const log = openDoubleLog(options.file)
  const server = new Server()
  const gate = createGate()
  const reads = new EventEmitter().setMaxListeners(0)
  const commit = createCommitDelay(options, reads)
  const taking: AppendState = {
    awake: gate.passed,
    committing: new Set<string>(),
    pending: new Map(),
    count: 0,
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
  const port = await bind(server, options.port ?? (await reserveFreePort()))
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
