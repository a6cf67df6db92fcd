/**
 * Traces requests, appends and jobs if a collector is configured.
 * Without one, OpenTelemetry is not loaded and work runs unchanged.
 */
import type { RequestHandler } from 'express'
import type { EventStore } from '../event-store/event-store.ts'
import type { Log } from '../logging.ts'
import type { SpanAttributes, Tracing } from './port.ts'

let tracing: Tracing | undefined

/**
 * Starts sending traces to the collector (base URL of OTLP over HTTP).
 * `service` names the process.
 * `log` receives failures; nothing else waits for the collector.
 */
export async function startTracing(
  collector: string | undefined,
  service: string,
  log: Pick<Log, 'info' | 'warn'>,
): Promise<{ stop(): Promise<void> }> {
  if (collector === undefined) return { stop: async () => undefined }
  const { openTracing } = await import('./otlp.ts')
  const opened = openTracing(collector, service, log)
  tracing = opened
  return {
    async stop() {
      tracing = undefined
      await opened.stop()
    },
  }
}

/** Runs `work`; if tracing is on, inside a span. */
export const runInSpan = <T>(name: string, attributes: SpanAttributes, work: () => Promise<T>): Promise<T> =>
  tracing ? tracing.span(name, attributes, work) : work()

export const getTraceHeaders = (): Record<string, string> => tracing?.headers() ?? {}

/** Middleware that runs each request in a span. */
export const traceRequests: RequestHandler = (request, response, next) =>
  tracing ? tracing.requests(request, response, next) : next()

/**
 * Returns the store with a span around each append.
 * Spans name the stream's category, without ids.
 */
export function traceAppends<S extends EventStore>(store: S): S {
  return {
    ...store,
    append(stream, revision, events, options) {
      const attributes = {
        'wastesense.stream': stream.split('-', 1)[0] ?? stream,
        'wastesense.events': events.map(({ type }) => type).join(' '),
        'wastesense.command_id': events[0]?.meta.commandId ?? '',
      }
      return runInSpan('append', attributes, () => store.append(stream, revision, events, options))
    },
  }
}
