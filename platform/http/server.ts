/**
 * Creates a process's HTTP server: security headers, compression, request ids.
 * Adds logging, static files, shutdown.
 */

import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { flushCompileCache } from 'node:module'
import {
  type AddressInfo,
  createServer as createNetServer,
  type ListenOptions,
  type Server as NetServer,
} from 'node:net'
import compression from 'compression'
import express, { type Express, type NextFunction, type Request, type RequestHandler, type Response } from 'express'
import helmet from 'helmet'
import { reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { lookUp } from '#domain/dictionary.ts'
import type { Log } from '../logging.ts'
import { traceRequests } from '../tracing/tracing.ts'
import { recordRequest } from '../worker-threads/cpu-yield.ts'
import { type HealthReadAuthorizer, mountHealth, type ProcessStage, type ServerHealth } from './health.ts'
import type { Metrics } from './metrics.ts'
import { canonicalizeForwardedAddresses, networkOfClient } from './network.ts'
import { rejectionOf, rejectUnexpectedError, sendProblem } from './problems.ts'
import { cutFloodingConnections, limitOpenRequests, spreadRequests, trackRequests, wantsWebSocket } from './requests.ts'
import { computeInlineScriptHashes, serveWeb } from './static.ts'
import { cutStalledRequest, STALL_TIMEOUT_MS } from './unread-body.ts'

interface HttpServerOptions {
  log: Log
  health: () => ServerHealth | Promise<ServerHealth>
  /** Stage that /health/ready reports to a proxy; `ok` by default. */
  stage?: () => ProcessStage
  /** Returns whether a reader may see health details; by default none may. */
  mayReadHealth?: HealthReadAuthorizer
  mount: (app: Express) => void
  /** Folder of the built web app, if this process serves it. */
  webRoot?: string
  /**
   * External map style of the web app.
   * Browsers may fetch from its origin.
   */
  mapStyleUrl?: string | undefined
  /** Metrics of this process; by default, the process has none. */
  metrics?: Metrics
  /**
   * Time limit of stalled requests, in ms.
   * Tests use a shorter one.
   */
  stillMs?: number
  /**
   * Trusted proxies, by count or address.
   * Their forwarded client addresses are believed.
   */
  proxies?: number | string[]
}

/** Time limit in ms for receiving a request's headers, which have a few kilobytes. */
const HEADERS_MS = 20_000
/**
 * Time limit for a request, in ms.
 * The web app waits as long for uploads.
 */
const REQUEST_MS = 240_000
const CHECK_MS = 5_000

/**
 * Lifetime of an idle connection, in ms, longer than browsers' and proxies'.
 * A server that closes first could lose requests in transit.
 */
const KEEP_ALIVE_MS = 150_000

/**
 * Requests after which a connection is closed and the proxy opens another.
 * Connections thus spread evenly over all instances, including later ones.
 */
const REQUESTS_PER_CONNECTION = 1_000

const denyAll = async () => false

/** Returns a server with the middleware that every process's API needs. */
export function createHttpServer({
  log,
  health,
  stage = () => 'ok',
  mayReadHealth = denyAll,
  mount,
  webRoot,
  mapStyleUrl,
  metrics,
  proxies,
  stillMs = STALL_TIMEOUT_MS,
}: HttpServerOptions): Server {
  const app = express()
  app.disable('x-powered-by')
  app.set('trust proxy', proxies ?? false)
  app.use((request, response, next) => {
    cutStalledRequest(request, response, stillMs)
    next()
  })
  app.use(canonicalizeForwardedAddresses)
  app.use(spreadRequests<Request>(networkOfClient))
  app.use(createRequestLogger(log, metrics))
  app.use(traceRequests)
  app.use(forReaders(securityHeaders(mapStyleUrl, webRoot)))
  // Compresses only API responses: the build compresses the web app's files.
  app.use('/api', forReaders(compression()))
  metrics?.mount(app)
  mountHealth(app, health, mayReadHealth, stage)
  mount(app)
  app.use(['/api', '/internal'], (_request, response) =>
    sendProblem(response, reject('not-found', msg`There is nothing at this address.`)),
  )
  if (webRoot) serveWeb(app, webRoot)
  app.use((error: unknown, { method }: Request, response: Response, _next: NextFunction) => {
    const reads = method === 'GET'
    const failed = { reads, repeatable: true, outcome: reads ? 'nothing-saved' : 'unknown' } as const
    const rejection = rejectionOf(error, failed)
    if (!rejection) log.error({ err: error, requestId: response.locals.requestId }, 'a request failed')
    sendProblem(response, rejection ?? rejectUnexpectedError(failed))
  })
  const server = createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      connectionsCheckingInterval: CHECK_MS,
      shouldUpgradeCallback: wantsWebSocket,
    },
    limitOpenRequests(app),
  )
  // Closes connections of clients that read nothing of their answer.
  server.timeout = REQUEST_MS
  server.maxRequestsPerSocket = REQUESTS_PER_CONNECTION
  trackRequests(server)
  cutFloodingConnections(server)
  return server
}

/**
 * Applies middleware only to reads.
 * A command's response is small JSON that no browser displays.
 */
function forReaders(middleware: RequestHandler): RequestHandler {
  return (request, response, next) => {
    if (request.method === 'GET' || request.method === 'HEAD') return middleware(request, response, next)
    response.setHeader('X-Content-Type-Options', 'nosniff')
    next()
  }
}

function createRequestLogger(log: Log, metrics: Metrics | undefined) {
  return (request: Request, response: Response, next: NextFunction) => {
    const started = performance.now()
    recordRequest()
    response.locals.requestId = randomUUID()
    response.set('X-Request-Id', response.locals.requestId)
    response.on('finish', () => {
      const { requestId, commandId } = response.locals
      const ms = Math.round((performance.now() - started) * 10) / 10
      // Logs the route's pattern, because the path may contain ids of persons.
      const route = request.route?.path ?? (request.path.startsWith('/api') ? '/api/*' : 'static')
      const { method } = request
      const { statusCode: status } = response
      metrics?.answered({ method, route, status }, ms)
      log.debug({ requestId, commandId, method, route, status, ms }, 'request')
    })
    next()
  }
}

function securityHeaders(mapStyleUrl: string | undefined, webRoot: string | undefined) {
  const tiles = mapStyleUrl ? [new URL(mapStyleUrl).origin] : []
  return helmet({
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...(webRoot ? computeInlineScriptHashes(webRoot) : [])],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'", ...tiles],
        fontSrc: ["'self'", 'data:'],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        frameAncestors: ["'none'"],
        upgradeInsecureRequests: null,
      },
    },
    strictTransportSecurity: false,
  })
}

/**
 * Number of sockets that listen on the port.
 * Each accepts one connection in a turn of the event loop.
 * A client that connects hundreds of times a second would fill the queue of one.
 * The kernel then drops connections of others, who try again after seconds.
 */
const LISTENERS = 8
const canSharePort = process.platform === 'linux'

const moreListeners = new WeakMap<Server, NetServer[]>()

/** Returns the server and the other listeners of its port. */
export const listenersOf = (server: Server): NetServer[] => [server, ...(moreListeners.get(server) ?? [])]

/** Starts listening; rejects with a readable error, for example for a port in use. */
function listen(listener: NetServer, options: ListenOptions): Promise<number> {
  return new Promise((resolve, rejectListen) => {
    listener.once('error', (error: NodeJS.ErrnoException) => {
      const reasons: Record<string, string> = {
        EADDRINUSE: `Port ${options.port} is in use by another program. Choose another with PORT.`,
        EACCES: `Port ${options.port} is not allowed for this user. Choose another with PORT.`,
        EADDRNOTAVAIL: `This machine does not have the address ${options.host}. Choose another with HOST.`,
      }
      rejectListen(new Error(lookUp(reasons, error.code ?? '') ?? error.message))
    })
    listener.listen(options, () => resolve((listener.address() as AddressInfo).port))
  })
}

const close = (listener: NetServer) => new Promise((resolve) => listener.close(resolve))

/**
 * Starts listening and returns the port.
 * Rejects with a readable error, for example for a port in use.
 */
export async function listenOnPort(server: Server, port: number, host: string): Promise<number> {
  // Writes Node's compile cache before the first request, because writing blocks the thread.
  flushCompileCache()
  if (!canSharePort) return listen(server, { port, host })
  if (port !== 0) {
    // Another server of the same user could share the port too.
    const portCheck = createNetServer()
    await listen(portCheck, { port, host })
    await close(portCheck)
  }
  const shared = { port: await listen(server, { port, host, reusePort: true }), host, reusePort: true }
  const more = Array.from({ length: LISTENERS - 1 }, () =>
    createNetServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket)),
  )
  moreListeners.set(server, more)
  // For a server that is not closed by `closeServer`.
  server.once('close', () => more.map(close))
  await Promise.all(more.map((listener) => listen(listener, shared)))
  return shared.port
}

/**
 * Stops listening, waits up to `patienceMs` for pending requests, then closes.
 * Processes that serve people use `shutDownGracefully`.
 */
export async function closeServer(server: Server, patienceMs = 5_000): Promise<void> {
  const closed = Promise.all(listenersOf(server).map(close))
  server.closeIdleConnections()
  const timer = setTimeout(() => server.closeAllConnections(), patienceMs)
  await closed
  clearTimeout(timer)
}
