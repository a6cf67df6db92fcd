/**
 * Traces: what happened within a request, an append or a job, sent to a collector where one is set up. Without one nothing of
 * OpenTelemetry is loaded, and work is done as it is.
 */
import type { RequestHandler } from 'express'
import type { EventStore } from '../event-store/event-store.ts'
import type { Log } from '../logging.ts'
import type { Attributes, Tracing } from './port.ts'

let tracing: Tracing | undefined

/**
 * Sends traces to the collector (the base URL of OTLP over HTTP) from now on; `service` names the process in them. `log` is told
 * when the collector takes none; nothing else waits for it.
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

/** Does the work, within a span of this name where there is tracing. */
export const traced = <T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> =>
  tracing ? tracing.span(name, attributes, work) : work()

export const traceHeaders = (): Record<string, string> => tracing?.headers() ?? {}

/** A span for each request, within which everything is that is done for it. */
export const traceRequests: RequestHandler = (request, response, next) =>
  tracing ? tracing.requests(request, response, next) : next()

/** The store with a span around each append. It names the kind of stream, and nobody. */
export function traceAppends<S extends EventStore>(store: S): S {
  return {
    ...store,
    append(stream, revision, events, options) {
      const attributes = {
        'wastesense.stream': stream.split('-', 1)[0] ?? stream,
        'wastesense.events': events.map(({ type }) => type).join(' '),
        'wastesense.command_id': events[0]?.meta.commandId ?? '',
      }
      return traced('append', attributes, () => store.append(stream, revision, events, options))
    },
  }
}
